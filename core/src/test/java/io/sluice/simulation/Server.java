package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.MILLI;
import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.NotServingRegionException;
import io.sluice.Ordering;
import io.sluice.RegionMovedException;
import io.sluice.RegionServerStoppedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchSender.Answer;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.simulation.VirtualTime.Role;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One region server: what it does with requests, by its mood. */
final class Server {
    /** What a request has beside its mutations, as its server counts it. */
    static final int REQUEST_OVERHEAD_BYTES = 64;

    private final Simulation simulation;
    private final Cluster cluster;
    private final VirtualTime time;
    private final Chance chance;
    private final int number;
    private final List<Received> held = new ArrayList<>();
    private long startCode = 1;
    private ServerName name;
    private Mood mood = Mood.FINE;

    /** How it treats requests. */
    enum Mood {
        FINE,
        SLOW,
        /** Answers nothing; what it has got is answered when it comes to itself, if that is not too late. */
        HUNG,
        REFUSING,
        /** Loses requests and answers. */
        LOSING,
        /** Connections break, before or after a request was carried out. */
        BREAKING,
        BUSY,
        THROTTLING,
        /** Refuses some rows of a request. */
        PICKY,
        /** Answers with any error. */
        FAULTY;

        static Mood drawn(Profile profile, Chance detail) {
            return switch (profile) {
                case HUNG -> detail.percent(70) ? HUNG : FINE;
                case ROWS -> detail.of(FINE, FINE, SLOW, LOSING, PICKY, BREAKING);
                default -> detail.of(values());
            };
        }
    }

    /** What becomes of a request. */
    private enum Fate {
        DONE,
        REQUEST_LOST,
        ANSWER_LOST,
        BROKEN_BEFORE,
        BROKEN_AFTER,
        REFUSED,
        QUEUE_FULL,
        THROTTLED,
        STOPPED,
        SOME_ROWS_BUSY,
        BUG,
        FINAL,
        UNKNOWN
    }

    /** A request under way. */
    private static final class Received {
        final ServerBatch request;
        final long[] numbers;
        final Answer answer;
        boolean answered;

        Received(ServerBatch request, Answer answer) {
            this.request = request;
            this.answer = answer;
            numbers = EngineUnderTest.numbersOf(request);
        }
    }

    Server(Simulation simulation, Cluster cluster, VirtualTime time, Chance chance, int number) {
        this.simulation = simulation;
        this.cluster = cluster;
        this.time = time;
        this.chance = chance;
        this.number = number;
        name = ServerName.valueOf("rs" + number, 16020, startCode);
    }

    ServerName name() {
        return name;
    }

    boolean isHung() {
        return mood == Mood.HUNG;
    }

    void restart() {
        startCode++;
        name = ServerName.valueOf("rs" + number, 16020, startCode);
        simulation.tell(() -> name + " is started anew");
        List<Received> lost = List.copyOf(held);
        held.clear();
        lost.forEach(received -> answerIn(
                MILLI,
                received,
                () -> ServerBatchResult.failed(new IOException("connection to the old " + name + " lost"), true)));
    }

    void mood(Mood next) {
        if (mood != next) {
            mood = next;
            simulation.tell(() -> name + " is " + mood);
            if (mood != Mood.HUNG) {
                List<Received> late = List.copyOf(held);
                held.clear();
                late.forEach(received -> answerIn(chance.between(0, 20 * MILLI), received, () -> carryOut(received)));
            }
        }
    }

    void receive(ServerBatch request, long timeoutNanos, Answer answer) {
        Received received = new Received(request, answer);
        simulation.tell(() ->
                name + " gets " + Arrays.toString(received.numbers) + " for at most " + timeoutNanos / MILLI + " ms");
        begin(simulation, received);
        var unused = time.in(timeoutNanos, Role.NETWORK, "timeout of a request", () -> {
            if (!received.answered) {
                held.remove(received);
                complete(simulation, received, failure(new CallTimeoutException("no answer of " + name), true));
            }
        });
        treat(received);
    }

    private void treat(Received received) {
        switch (fate()) {
            case DONE -> {
                if (mood == Mood.HUNG) {
                    held.add(received);
                } else {
                    long delay = mood == Mood.SLOW
                            ? chance.between(SECOND, 15 * SECOND)
                            : chance.skewed(MILLI / 10, 20 * MILLI);
                    answerIn(delay, received, () -> carryOut(received));
                }
            }
            case REQUEST_LOST -> {}
            case ANSWER_LOST -> carryOut(received);
            case BROKEN_BEFORE ->
                answerIn(soon(), received, () -> failure(new IOException("connection to " + name + " reset"), true));
            case BROKEN_AFTER -> {
                var unused = carryOut(received);
                answerIn(soon(), received, () -> failure(new IOException("connection to " + name + " reset"), true));
            }
            case REFUSED ->
                answerIn(soon(), received, () -> failure(new ConnectException("refused by " + name), false));
            case QUEUE_FULL ->
                answerIn(soon(), received, () -> failure(new CallQueueTooBigException("queue of " + name), false));
            case THROTTLED ->
                answerIn(
                        soon(),
                        received,
                        () -> failure(new RpcThrottlingException("quota", chance.between(1, 8_000)), false));
            case STOPPED ->
                answerIn(soon(), received, () -> failure(new RegionServerStoppedException(name + " stops"), false));
            case SOME_ROWS_BUSY -> answerIn(soon(), received, () -> carryOutInPart(received));
            case BUG -> answerIn(soon(), received, () -> refusal(received, new IllegalArgumentException("a bug")));
            case FINAL -> answerIn(soon(), received, () -> refusal(received, new DoNotRetryIOException("no")));
            case UNKNOWN -> answerIn(soon(), received, () -> failure(new HBaseIOException("anything"), false));
        }
    }

    private Fate fate() {
        return switch (mood) {
            case FINE, SLOW, HUNG -> Fate.DONE;
            case REFUSING -> Fate.REFUSED;
            case LOSING -> chance.of(Fate.DONE, Fate.DONE, Fate.REQUEST_LOST, Fate.ANSWER_LOST);
            case BREAKING -> chance.of(Fate.DONE, Fate.BROKEN_BEFORE, Fate.BROKEN_AFTER);
            case BUSY -> chance.of(Fate.DONE, Fate.QUEUE_FULL, Fate.SOME_ROWS_BUSY);
            case THROTTLING -> chance.of(Fate.DONE, Fate.THROTTLED);
            case PICKY -> Fate.SOME_ROWS_BUSY;
            case FAULTY -> chance.of(Fate.values());
        };
    }

    private long soon() {
        return chance.between(0, 5 * MILLI);
    }

    private void answerIn(long delayNanos, Received received, java.util.function.Supplier<ServerBatchResult> result) {
        var unused = time.in(delayNanos, Role.NETWORK, "answer of " + name, () -> {
            if (!received.answered) {
                complete(simulation, received, result.get());
            }
        });
    }

    private static ServerBatchResult failure(Throwable error, boolean maybeApplied) {
        return ServerBatchResult.failed(error, maybeApplied);
    }

    private ServerBatchResult refusal(Received received, Throwable error) {
        for (long each : received.numbers) {
            simulation.write(each).refused = true;
        }
        return failure(error, false);
    }

    private ServerBatchResult carryOut(Received received) {
        return carryOut(received, row -> null);
    }

    private ServerBatchResult carryOutInPart(Received received) {
        // All mutations of a row alike: what the order of rows does not promise is a server that takes the second of
        // two.
        long salt = chance.any();
        return carryOut(received, row -> switch ((int) Math.floorMod((row + 1) * 0x9E3779B97F4A7C15L ^ salt, 5L)) {
            case 0 -> new RegionTooBusyException("memstore is full");
            case 1 -> new RemoteException("java.lang.Unheard", "of", false);
            default -> null;
        });
    }

    /** Carries out what it may. */
    private ServerBatchResult carryOut(Received received, java.util.function.IntFunction<@Nullable Throwable> moods) {
        ServerBatchResult tooLarge = tooLarge(received);
        if (tooLarge != null) {
            return tooLarge;
        }
        @Nullable Throwable[] errors = new Throwable[received.numbers.length];
        boolean any = false;
        for (ServerBatch.Slice slice : received.request.slices()) {
            Throwable misplaced = misplaced(slice.region());
            boolean infected = misplaced == null && isInfected(received, slice);
            for (int position = slice.from(); position < slice.to(); position++) {
                Write write = simulation.write(received.numbers[position]);
                Throwable error = misplaced != null ? misplaced : moods.apply(write.row);
                if (misplaced == null && (write.poisonous || infected)) {
                    write.refused = true;
                    error = new DoNotRetryIOException("poison");
                }
                errors[position] = error;
                any |= error != null;
                if (error == null) {
                    simulation.applied(write);
                }
            }
        }
        return any ? ServerBatchResult.answered(errors) : ServerBatchResult.acknowledged();
    }

    private boolean isInfected(Received received, ServerBatch.Slice slice) {
        boolean any = false;
        for (int position = slice.from(); position < slice.to(); position++) {
            any |= simulation.write(received.numbers[position]).poisonous;
        }
        return any && chance.percent(50);
    }

    private @Nullable Throwable misplaced(RegionLocation asked) {
        RegionLocation now = cluster.whereIs(asked);
        if (now == null) {
            return new NotServingRegionException("gone");
        }
        if (now.server().equals(name)) {
            return null;
        }
        return chance.percent(50)
                ? new NotServingRegionException("not here")
                : new RegionMovedException(now.server(), now.seqNum());
    }

    private @Nullable ServerBatchResult tooLarge(Received received) {
        long rows = 0;
        long bytes = REQUEST_OVERHEAD_BYTES;
        for (long each : received.numbers) {
            rows += simulation.write(each).parts;
            bytes += simulation.write(each).length;
        }
        Throwable error = null;
        if (rows > cluster.setup().serverRows()) {
            error = new RemoteException(
                    "java.io.IOException",
                    "Rejecting large batch operation for current batch with firstRegionName: r , Requested Number of"
                            + " Rows: " + rows + " , Size Threshold: "
                            + cluster.setup().serverRows(),
                    false);
        } else if (bytes > cluster.setup().serverBytes()) {
            error = new RequestTooBigException("too big", bytes, cluster.setup().serverBytes());
        }
        return error == null ? null : failure(error, false);
    }

    /** Whether a mutation fails with what a server says of a request that is too large. */
    static boolean saysTooLarge(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RequestTooBigException
                    || (cause instanceof RemoteException
                            && String.valueOf(cause.getMessage()).contains("Rejecting large"))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a server takes a mutation if it comes alone. */
    static boolean takes(Plan.Setup setup, Write write) {
        return write.parts <= setup.serverRows() && write.length + REQUEST_OVERHEAD_BYTES <= setup.serverBytes();
    }

    // ---- what all requests have in common ----

    private static void begin(Simulation simulation, Received received) {
        for (int position = 0; position < received.numbers.length; position++) {
            if (!simulation.knows(received.numbers[position])) {
                simulation.broken(
                        Promise.BYTES,
                        "the bytes of a request are not those of a mutation at position " + position
                                + " when it is sent");
                received.numbers[position] = 0;
            }
            Write write = simulation.write(received.numbers[position]);
            if (write.mutator.options.ordering() == Ordering.PER_ROW) {
                checkOrder(simulation, received, position, write);
            }
        }
        for (long each : received.numbers) {
            simulation.write(each).requestsInFlight++;
        }
    }

    /** Nothing that came before it in its row may be on its way in another request, or stand behind it in this one. */
    private static void checkOrder(Simulation simulation, Received received, int position, Write write) {
        for (Write other : write.mutator.all) {
            // One that has failed, of an Error in the sender, may still be on its way.
            boolean onItsWay = other.requestsInFlight > 0 && !other.isSettled();
            if (other.row == write.row && onItsWay && other.isBefore(write)) {
                simulation.broken(
                        Promise.ORDER, write + " is sent while " + other + " is on its way, which was given before it");
            }
        }
        for (int behind = position + 1; behind < received.numbers.length; behind++) {
            long number = received.numbers[behind];
            if (simulation.knows(number)
                    && simulation.write(number).row == write.row
                    && simulation.write(number).isBefore(write)) {
                simulation.broken(Promise.ORDER, write + " stands in front of an earlier one in a request");
            }
        }
    }

    private static void complete(Simulation simulation, Received received, ServerBatchResult result) {
        received.answered = true;
        checkBytes(simulation, received);
        simulation.tell(() ->
                "answer for " + Arrays.toString(received.numbers) + ": " + words(result, received.numbers.length));
        for (int position = 0; position < received.numbers.length; position++) {
            Write write = simulation.write(received.numbers[position]);
            write.requestsInFlight--;
            Throwable error = result.error(position);
            write.acknowledged |= error == null;
        }
        received.answer.complete(result);
    }

    /** What has not been given up meanwhile is there as it was, wherever it lies now. */
    private static void checkBytes(Simulation simulation, Received received) {
        Batch batch = received.request.batch();
        if (!batch.tryRetain()) {
            return;
        }
        long[] now = EngineUnderTest.numbersOf(received.request);
        for (int position = 0; position < now.length; position++) {
            long sent = received.numbers[position];
            if (sent != 0 && now[position] != sent && !batch.isSettled(received.request.mutation(position))) {
                simulation.broken(Promise.BYTES, "the bytes of " + sent + " are " + now[position] + " at the answer");
            }
        }
        batch.release();
    }

    private static String words(ServerBatchResult result, int count) {
        if (result.isAcknowledged()) {
            return "done";
        }
        if (result.failure() != null) {
            return result.failure() + ", " + result.meaning();
        }
        List<String> words = new ArrayList<>();
        for (int position = 0; position < count; position++) {
            Throwable error = result.error(position);
            words.add(error == null ? "done" : error.getClass().getSimpleName());
        }
        return words.toString();
    }

    /** What becomes of requests to a server that is no more. */
    static final class Unreachable {
        private Unreachable() {}

        static void receive(Simulation simulation, VirtualTime time, ServerBatch request, Answer answer) {
            Received received = new Received(request, answer);
            simulation.tell(() -> request.server() + " is gone and does not get " + Arrays.toString(received.numbers));
            begin(simulation, received);
            var unused = time.in(
                    MILLI,
                    Role.NETWORK,
                    "refusal",
                    () -> complete(
                            simulation,
                            received,
                            failure(new ConnectException("nobody at " + request.server()), false)));
        }
    }
}
