package io.sluice.hbase.programs;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Runs the {@code main} of another class and prints the CPU time of the JVM when it ends. */
final class MeasuredMain {
    private static final String CPU = "CPU nanoseconds of the JVM: ";

    private MeasuredMain() {}

    /** @param arguments the class and its arguments */
    public static void main(String[] arguments) throws Throwable {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> out.println(CPU + system.getProcessCpuTime())));
        try {
            Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the printed time; 0 if the JVM was killed. */
    static Duration cpu(List<String> lines) {
        return Duration.ofNanos(lines.stream()
                .filter(line -> line.startsWith(CPU))
                .mapToLong(line -> Long.parseLong(line.substring(CPU.length())))
                .findFirst()
                .orElse(0));
    }
}
