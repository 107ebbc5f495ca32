package io.sluice.bench.writer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time of the JVM's own threads so far, as the system counts it for each live thread. The JVM keeps the
 * first thread of each of its compilers, the only one on two processors, until it ends.
 *
 * @param compilerNanos of the just-in-time compilers
 * @param collectorNanos of the garbage collector, and of the VM thread, which stops the others for it
 */
record ThreadTimes(long compilerNanos, long collectorNanos) {
    private static final Path THREADS = Path.of("/proc/self/task");

    /** Reads the times of this process; all 0 if the system is not Linux. */
    static ThreadTimes ofThisProcess() {
        if (!Files.isDirectory(THREADS)) {
            return new ThreadTimes(0, 0);
        }
        long compiler = 0;
        long collector = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                String name = text(thread.resolve("comm"));
                if (isCompiler(name)) {
                    compiler += nanos(thread);
                } else if (isCollector(name)) {
                    collector += nanos(thread);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ThreadTimes(compiler, collector);
    }

    static boolean isCompiler(String thread) {
        return thread.startsWith("C1 Compiler") || thread.startsWith("C2 Compiler");
    }

    static boolean isCollector(String thread) {
        return thread.startsWith("GC Thread") || thread.startsWith("G1 ") || thread.equals("VM Thread");
    }

    /** Returns the first number, which is the time on a processor. */
    private static long nanos(Path thread) {
        String times = text(thread.resolve("schedstat"));
        return times.isEmpty() ? 0 : Long.parseLong(times.substring(0, times.indexOf(' ')));
    }

    /**
     * Returns an empty text if the thread has ended, which the system reports in two ways: no such file, or no such
     * process.
     */
    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
