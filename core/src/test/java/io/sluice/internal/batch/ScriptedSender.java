package io.sluice.internal.batch;

import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Servers in memory: notes each request and answers it as the script says, on the network thread. */
public final class ScriptedSender implements BatchSender {
    private final ManualTime time;
    private final List<Sent> sent = new ArrayList<>();
    private Function<ServerBatch, @Nullable ServerBatchResult> script = request -> ServerBatchResult.acknowledged();

    /** A request that was sent, and the way to answer it. */
    public record Sent(ServerBatch request, long timeoutNanos, Answer answer) {}

    public ScriptedSender(ManualTime time) {
        this.time = time;
    }

    /** What requests are answered from now on; null for no answer. */
    public synchronized void script(Function<ServerBatch, @Nullable ServerBatchResult> newScript) {
        script = newScript;
    }

    /** Answers these in turn, then acknowledges. */
    public synchronized void inTurn(ServerBatchResult... results) {
        List<ServerBatchResult> left = new ArrayList<>(List.of(results));
        script(request -> left.isEmpty() ? ServerBatchResult.acknowledged() : left.remove(0));
    }

    /** Answers nothing. */
    public void hold() {
        script(request -> null);
    }

    @Override
    public synchronized void send(ServerBatch request, long timeoutNanos, Answer answer) {
        sent.add(new Sent(request, timeoutNanos, answer));
        ServerBatchResult result = script.apply(request);
        if (result != null) {
            time.execute(() -> answer.complete(result));
        }
    }

    public synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }
}
