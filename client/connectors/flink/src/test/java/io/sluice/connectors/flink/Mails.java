package io.sluice.connectors.flink;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;

/** The mails of a task, for tests of a writer without a task. */
final class Mails implements MailboxExecutor {
    private final BlockingQueue<ThrowingRunnable<? extends Exception>> mails = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private int yields;

    /** A mail of another operator of the task, which must run while the writer waits. */
    void add(Runnable mail) {
        mails.add(mail::run);
    }

    /** From now on the task takes no mails. */
    void close() {
        closed = true;
    }

    int yields() {
        return yields;
    }

    @Override
    public void execute(ThrowingRunnable<? extends Exception> command, String description, Object... arguments) {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        mails.add(command);
    }

    @Override
    public void execute(
            MailOptions options,
            ThrowingRunnable<? extends Exception> command,
            String description,
            Object... arguments) {
        execute(command, description, arguments);
    }

    @Override
    public void yield() throws InterruptedException, FlinkRuntimeException {
        yields++;
        run(mails.take());
    }

    @Override
    public boolean tryYield() {
        ThrowingRunnable<? extends Exception> mail = mails.poll();
        if (mail != null) {
            run(mail);
        }
        return mail != null;
    }

    @Override
    public boolean shouldInterrupt() {
        return false;
    }

    private static void run(ThrowingRunnable<? extends Exception> mail) {
        try {
            mail.run();
        } catch (Exception e) {
            throw new FlinkRuntimeException(e);
        }
    }
}
