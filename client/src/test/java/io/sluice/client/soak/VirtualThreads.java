package io.sluice.client.soak;

import java.lang.reflect.Method;

/** Virtual threads where the JVM has them: the code is that of Java 17. */
final class VirtualThreads {
    private VirtualThreads() {}

    /** A thread that is not started. */
    static Thread orDaemon(String name, Runnable task) {
        try {
            Class<?> builderType = Class.forName("java.lang.Thread$Builder");
            Method ofVirtual = Thread.class.getMethod("ofVirtual");
            Object builder = builderType.getMethod("name", String.class).invoke(ofVirtual.invoke(null), name);
            return (Thread) builderType.getMethod("unstarted", Runnable.class).invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        }
    }
}
