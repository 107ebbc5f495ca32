package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Main class of a client process. Argument: the {@link Entrant}, as JSON. Reads an order from each line, and answers it
 * with a line of JSON.
 */
final class ClientMain {
    private ClientMain() {}

    /** Runs until standard input ends. */
    public static void main(String[] args) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        // Output of libraries must not get between the answers.
        System.setOut(System.err);
        Gson gson = new Gson();
        Entrant entrant = gson.fromJson(args[0], Entrant.class);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        // Not on this thread, which must notice the parent's end at any time.
        ExecutorService worker = Executors.newSingleThreadExecutor();
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            Order order = gson.fromJson(line, Order.class);
            worker.execute(() -> answers.println(gson.toJson(outcome(entrant, order))));
        }
        // Ends orders whose answers are no longer needed, and threads that a library has left running.
        Runtime.getRuntime().halt(0);
    }

    private static Outcome outcome(Entrant entrant, Order order) {
        try {
            return switch (order.stage()) {
                case PUTS, SYSCALLS -> new PutStage(entrant, order).run();
                case PACED -> new PacedStage(entrant, order).run();
            };
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            return Outcome.failed(e.toString());
        }
    }
}
