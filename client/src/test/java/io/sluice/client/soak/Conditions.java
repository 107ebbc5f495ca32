package io.sluice.client.soak;

import io.sluice.Backpressure;
import io.sluice.Ordering;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What meets in a scenario. A family sets what it is about; the seed draws the rest. */
final class Conditions {
    static final int SERVERS = 4;

    /** What the program may do when it hears of a mutation. */
    enum Callback {
        THROW,
        THROW_ERROR,
        MUTATE,
        FLUSH,
        FLUSH_ASYNC,
        CLOSE,
        CLOSE_ASYNC,
        /** For up to a second and a half; only on an executor of the program. */
        BLOCK
    }

    Duration duration = Duration.ofMillis(2_500);
    int tables = 100;
    int connections = 1;
    int mutators = 4;
    int threads = 4;
    boolean virtualThreads;
    /** 0 for the default. */
    long budgetBytes;

    /** 0 for the default. */
    int blockBytes;

    int callsPerConnection;
    int connectionsPerServer;
    /** Whether mutators have windows of requests of their own, so that more are under way at a server. */
    boolean ownWindows;

    boolean ownGroup;

    Sizes sizes = Sizes.SMALL;
    /** What part of the budget each mutation of the first writer needs; 0 if it writes what the others do. */
    double largePart;

    /** Of values of one writer in all. */
    long bytesPerThread = 40L << 20;

    int mutationsPerThread = 20_000;
    int burst = 50;
    /** A burst is one mutation for each mutator. */
    boolean burstOfAllMutators;
    /** The client knows all regions before the first write. */
    boolean preloads;

    int rowsPerWriter = 8;
    /** All writers write, then wait until that has arrived: what is left behind is found at once. */
    boolean rounds;
    /** Longest pause between two bursts. */
    int pauseMillis = 20;

    List<Long> periodsMillis = List.of(5L);
    List<Long> bufferBytes = List.of(0L);
    int requestRows;
    List<Ordering> orderings = List.of(Ordering.NONE);
    List<Backpressure> backpressures = List.of(Backpressure.block(Duration.ofSeconds(20)));
    List<OpenMutator.Executors> executors = List.of(OpenMutator.Executors.NETWORK_THREAD);
    Duration closeTimeout = Duration.ofSeconds(5);
    Duration rpcTimeout = Duration.ofSeconds(20);
    Duration operationTimeout = Duration.ofSeconds(60);

    /** In a thousand mutations. */
    Map<Callback, Integer> callbacks = new EnumMap<>(Callback.class);

    /** In a thousand. */
    int tryMutate;

    /** In a thousand bursts. */
    int flushes;

    int reopens;
    boolean interrupts;
    /** Whether mutate is called where the stack is about to end. */
    boolean deepStacks;
    /** A table that does not exist is among them. */
    boolean tableMissing;
    /** Each mutator is of a table that nobody has asked for. */
    boolean freshTables;
    /** How long a wait for room may take. */
    Duration longestWait = Duration.ofSeconds(3);
    /** How long a thread may be parked in it while unsettled mutations need little of the budget. */
    Duration idleWait = Duration.ofMillis(500);
    /** Servers answer all the time, so no wait is longer, however large the mutations are. */
    boolean alwaysAnswered;

    boolean hasBlockingCallbacks() {
        return callbacks.containsKey(Callback.BLOCK)
                || callbacks.containsKey(Callback.CLOSE)
                || callbacks.containsKey(Callback.FLUSH_ASYNC);
    }

    boolean isUnbounded() {
        return backpressures.contains(Backpressure.unbounded());
    }

    static <T> T any(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    static <T> T at(List<T> choices, int number) {
        return choices.get(number % choices.size());
    }

    @Override
    public String toString() {
        return "connections " + connections + ", mutators " + mutators + ", " + (virtualThreads ? "virtual " : "")
                + "threads " + threads + ", budget " + (budgetBytes == 0 ? "default" : budgetBytes) + ", values "
                + sizes + (largePart == 0 ? "" : String.format(" and %.3f of the budget", largePart))
                + ", periods " + periodsMillis + " ms, " + orderings + ", " + backpressures + ", " + executors
                + (rounds ? ", rounds" : "") + (ownGroup ? ", group of the program" : "")
                + (interrupts ? ", interrupts" : "") + (callbacks.isEmpty() ? "" : ", callbacks " + callbacks);
    }
}
