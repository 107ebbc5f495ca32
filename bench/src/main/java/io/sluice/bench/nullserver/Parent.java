package io.sluice.bench.nullserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.function.Consumer;

/** The process that has started this one and sends it orders on standard input. */
final class Parent {
    private Parent() {}

    /**
     * Reads its further lines on a daemon thread. When they end, as they do when the parent ends, this process ends.
     */
    static void obey(BufferedReader input, Consumer<String> order) {
        Thread reader = new Thread(
                () -> {
                    try {
                        for (String line = input.readLine(); line != null; line = input.readLine()) {
                            order.accept(line);
                        }
                    } catch (IOException e) {
                        System.err.println("null server: " + e);
                    }
                    Runtime.getRuntime().halt(0);
                },
                "input");
        reader.setDaemon(true);
        reader.start();
    }
}
