package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.util.internal.PlatformDependent;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.MutationCallback;
import io.sluice.MutatorState;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A program that writes, to be stopped, killed and starved. It is told what to do next, and tells what it has done, by lines. */
public final class FaultProgram {
    private static final int VALUE_BYTES = 1_000;
    private static final int WRITERS = 4;
    private static final MutationCallback NOBODY = error -> {};

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    private final AsyncConnection connection;
    private final AtomicLong rows = new AtomicLong();
    private volatile boolean stopped;

    private FaultProgram(AsyncConnection connection) {
        this.connection = connection;
    }

    /** @param args bootstrap servers, RPC timeout in milliseconds, bytes of the budget, and what to do */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.client.pause", 20);
        configuration.setLong("hbase.rpc.timeout", Long.parseLong(args[1]));
        configuration.setLong("hbase.client.retries.number", 10_000);
        configuration.setLong("hbase.ipc.client.failed.servers.expiry", 100);
        try (AsyncConnection connection = AsyncConnections.builder()
                .configuration(configuration)
                .registry(Registry.rpc(args[0]))
                .bufferBudget(Long.parseLong(args[2]))
                .regionShare(1)
                .build()
                .get(1, TimeUnit.MINUTES)) {
            FaultProgram program = new FaultProgram(connection);
            switch (args[3]) {
                case "write" -> program.write();
                case "pause" -> program.pause();
                case "descriptors" -> program.descriptors();
                default -> program.fill(args[3]);
            }
        }
    }

    private AsyncBufferedMutator mutator(Backpressure mode) {
        return connection
                .getBufferedMutatorBuilder(TableName.valueOf(FaultRig.TABLE))
                .setWriteBufferPeriodicFlush(5, TimeUnit.MILLISECONDS)
                .setStartLogErrorsCnt(100_000)
                .setBackpressure(mode)
                .build();
    }

    private static void tell(String line) {
        System.out.println(line);
    }

    private void await(String line) throws IOException {
        String told = in.readLine();
        if (!line.equals(told)) {
            throw new IOException("told '" + told + "' and not '" + line + "'");
        }
    }

    private Put next(byte[] value) {
        long number = rows.getAndIncrement();
        String row = Long.toHexString(number * 0x9E3779B97F4A7C15L >>> 60) + "-" + number;
        return new Put(row.getBytes(UTF_8)).addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, value);
    }

    private static void settle(AsyncBufferedMutator mutator) throws InterruptedException {
        mutator.flush();
        while (mutator.state().pending() > 0) {
            Thread.sleep(5);
        }
    }

    private void mutate(AsyncBufferedMutator mutator, int count) {
        for (int i = 0; i < count; i++) {
            var unused = mutator.mutate(next(new byte[10]));
        }
        mutator.flush();
    }

    private void tellEnd(AsyncBufferedMutator mutator) throws InterruptedException {
        settle(mutator);
        MutatorState state = mutator.state();
        // Blocks go back just after the last mutation has settled, on a thread that may have to wait for a processor.
        for (int i = 0; i < 400 && state.budgetUsedBytes() > 0; i++) {
            Thread.sleep(5);
            state = mutator.state();
        }
        tell("end acknowledged=" + state.acknowledged() + " failed=" + state.failed() + " retried=" + state.retried()
                + " budget=" + state.budgetUsedBytes());
    }

    /** Writes until it is killed, and tells of each row that was acknowledged. */
    private void write() {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(FaultRig.LIMIT));
        while (true) {
            Put put = next(new byte[10]);
            String row = new String(put.getRow(), UTF_8);
            var unused = mutator.mutate(put).thenRun(() -> tell("acknowledged " + row));
        }
    }

    /** Has many on their way when it is stopped. */
    private void pause() throws IOException, InterruptedException {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(FaultRig.LIMIT));
        mutate(mutator, 1_000);
        settle(mutator);
        tell("warm");
        await("go");
        mutate(mutator, 2_000);
        tell("sent");
        tellEnd(mutator);
    }

    /** Takes all file descriptors, and gives them back. */
    private void descriptors() throws IOException, InterruptedException {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(FaultRig.LIMIT));
        mutate(mutator, 100);
        settle(mutator);
        tell("warm");
        // Once without want of descriptors: classes are loaded from files.
        long before = connection.connectionPools().total().connects().failed();
        await("again");
        mutate(mutator, 100);
        settle(mutator);
        tell("warmer");
        await("exhaust");
        while (connection.connectionPools().total().connections().idle() > 0) {
            Thread.sleep(10);
        }
        Thread.sleep(100);
        List<FileInputStream> taken = new ArrayList<>();
        try {
            while (taken.size() < 100_000) {
                taken.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            tell("exhausted " + taken.size() + " " + e.getMessage());
        }
        await("write");
        before = connection.connectionPools().total().connects().failed();
        mutate(mutator, 100);
        Thread.sleep(1_000);
        long connects = connection.connectionPools().total().connects().failed() - before;
        long waiting = mutator.state().pending();
        for (FileInputStream one : taken) {
            one.close();
        }
        tell("waiting " + waiting);
        tell("connects " + connects);
        tellEnd(mutator);
    }

    // ---- memory ----

    /** Writes as fast as it can to servers that do not read, and tells of the most memory that it found in use. */
    private void fill(String how) throws IOException, InterruptedException {
        AsyncBufferedMutator mutator =
                mutator(how.equals("block") ? Backpressure.block(FaultRig.LIMIT.multipliedBy(4)) : Backpressure.fail());
        // All that is made once has been made, and caches are filled, before anything is measured.
        for (int i = 0; i < 10; i++) {
            mutate(mutator, 500);
            settle(mutator);
        }
        long heap = heapAfterCollection();
        long direct = directBytes();
        tell("warm");
        await("go");
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Thread writer = new Thread(() -> flood(mutator, how));
            writer.start();
            writers.add(writer);
        }
        long mostDirect = 0;
        long mostUsed = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        while (System.nanoTime() < end) {
            mostDirect = Math.max(mostDirect, directBytes() - direct);
            mostUsed = Math.max(mostUsed, mutator.state().budgetUsedBytes());
            Thread.sleep(5);
        }
        // Who is refused at once makes garbage all the time, which is none of the client's memory.
        stopped = true;
        long held = heapAfterCollection() - heap;
        tell("measured heap=" + held + " direct=" + mostDirect + " budget=" + mostUsed + " accepted="
                + mutator.state().pending());
        await("end");
        for (Thread writer : writers) {
            writer.join();
        }
        tellEnd(mutator);
        tell("after heap=" + (heapAfterCollection() - heap));
    }

    private void flood(AsyncBufferedMutator mutator, String how) {
        byte[] value = new byte[VALUE_BYTES];
        while (!stopped) {
            Put put = next(value);
            if (!how.equals("ready")) {
                // What is kept of each mutation is the client's alone.
                var unused = mutator.mutate(put);
            } else if (!mutator.tryMutate(put, NOBODY)) {
                try {
                    mutator.ready().get(100, TimeUnit.MILLISECONDS);
                } catch (Exception e) {
                    // No room yet: asked again, as long as the test goes on.
                    continue;
                }
            }
        }
    }

    private static long heapAfterCollection() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** What is reserved outside the heap: by the JVM's buffers, and by Netty past them. */
    private static long directBytes() {
        long jvm = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return Math.max(jvm, PlatformDependent.usedDirectMemory());
    }
}
