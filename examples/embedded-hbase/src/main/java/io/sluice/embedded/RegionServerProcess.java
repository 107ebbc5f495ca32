package io.sluice.embedded;

import java.io.IOException;

/**
 * A region server in a process of its own, which can be killed and stopped as no server in a shared JVM can. It ends with
 * this JVM, unless it is stopped by {@link #pause} at that moment: then when it goes on. Thread-safe.
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

    /** Returns whether it runs, or is stopped. It ends by itself when the cluster has given it up meanwhile. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /** Stops the process where it is ({@code SIGSTOP}). */
    public void pause() throws IOException {
        Signals.stop(child.pid());
    }

    /** Lets it go on ({@code SIGCONT}). */
    public void resume() throws IOException {
        Signals.resume(child.pid());
    }

    /** Kills it ({@code SIGKILL}); returns when it has ended. Its log goes with it. */
    public void kill() {
        child.kill();
    }

    /** Same as {@link #kill}: what it has not written to files is in its write-ahead log. */
    @Override
    public void close() {
        kill();
    }
}
