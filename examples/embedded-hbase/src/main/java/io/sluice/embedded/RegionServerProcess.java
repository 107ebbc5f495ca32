package io.sluice.embedded;

import java.io.IOException;

/**
 * A region server in a separate process, which, unlike a server in a shared JVM, can be killed and suspended. It ends
 * with this JVM, or, if it is suspended by {@link #pause} at that moment, when it resumes. Thread-safe.
 */
public final class RegionServerProcess implements AutoCloseable {
    private final ChildProcess child;
    private final String name;

    RegionServerProcess(ChildProcess child, String name) {
        this.child = child;
        this.name = name;
    }

    /** Returns {@code host,port,startcode}. */
    public String name() {
        return name;
    }

    /** Returns the process id. */
    public long pid() {
        return child.pid();
    }

    /** Returns whether it is running or suspended. It ends by itself if the cluster has declared it dead. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /** Suspends the process ({@code SIGSTOP}). */
    public void pause() throws IOException {
        Signals.stop(child.pid());
    }

    /** Resumes it ({@code SIGCONT}). */
    public void resume() throws IOException {
        Signals.resume(child.pid());
    }

    /** Kills it ({@code SIGKILL}); returns when it has ended. Its log is deleted with it. */
    public void kill() {
        child.kill();
    }

    /** Same as {@link #kill}: data that it has not written to files is in its write-ahead log. */
    @Override
    public void close() {
        kill();
    }
}
