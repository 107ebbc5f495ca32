package io.sluice.client.soak;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stacks of the threads of the client and of a scenario, for the report of a violation. */
final class Stacks {
    static final String OWN_PREFIX = "soak-";
    private static final String CLIENT_PREFIX = "sluice-";
    private static final int MOST_THREADS = 24;
    private static final int MOST_FRAMES = 24;

    private Stacks() {}

    /** The stack of the thread, if one is given, then those of others. */
    static String relevant(@Nullable Thread first) {
        StringBuilder text = new StringBuilder();
        if (first != null) {
            append(text, first, first.getStackTrace());
        }
        Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey() != first && isRelevant(each.getKey()))
                .sorted(Map.Entry.comparingByKey((a, b) -> a.getName().compareTo(b.getName())))
                .limit(MOST_THREADS)
                .forEach(each -> append(text, each.getKey(), each.getValue()));
        return text.toString();
    }

    /** Names of the client's threads but for those that were there before. */
    static Set<String> clientThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.getName().startsWith(CLIENT_PREFIX))
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }

    private static boolean isRelevant(Thread thread) {
        String name = thread.getName();
        return name.startsWith(CLIENT_PREFIX) || name.startsWith(OWN_PREFIX) || name.startsWith("hbase-test-server");
    }

    private static void append(StringBuilder text, Thread thread, StackTraceElement[] stack) {
        text.append("  \"")
                .append(thread.getName())
                .append("\" ")
                .append(thread.getState())
                .append('\n');
        for (int i = 0; i < Math.min(stack.length, MOST_FRAMES); i++) {
            text.append("      at ").append(stack[i]).append('\n');
        }
    }
}
