package io.sluice.hbase;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs classes of JUnit 4's and prints a line for each of their methods: {@code RESULT Class.method outcome}. */
public final class HBaseTestRunner {
    private HBaseTestRunner() {}

    /** @param arguments the classes */
    public static void main(String[] arguments) throws ClassNotFoundException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        JUnitCore junit = new JUnitCore();
        junit.addListener(new Results(out));
        for (String argument : arguments) {
            var unused = junit.run(Class.forName(argument));
        }
        out.println("END");
        // The cluster may leave threads behind that are no daemons.
        Runtime.getRuntime().halt(0);
    }

    /** JUnit runs one test at a time. */
    private static final class Results extends RunListener {
        private final PrintStream out;
        private boolean failed;

        Results(PrintStream out) {
            this.out = out;
        }

        @Override
        public void testStarted(Description description) {
            failed = false;
        }

        @Override
        public void testFailure(Failure failure) {
            failed = true;
            out.println("RESULT " + name(failure.getDescription()) + " "
                    + failure.getException().getClass().getName());
            failure.getException().printStackTrace();
        }

        @Override
        public void testFinished(Description description) {
            if (!failed) {
                out.println("RESULT " + name(description) + " OK");
            }
        }

        /** A class that fails itself, as in its preparation, has no method. */
        private static String name(Description description) {
            String method = description.getMethodName();
            return description.getTestClass().getSimpleName() + "." + (method == null ? "class" : method);
        }
    }
}
