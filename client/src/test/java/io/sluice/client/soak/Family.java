package io.sluice.client.soak;

import io.sluice.Backpressure;
import io.sluice.Ordering;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Scenarios about one meeting of conditions, and {@link #EVERYTHING}. What a family does not set is the default. */
enum Family {
    /** A mutation that is larger than a block between small ones, several threads, a periodic flush, and then silence. */
    PERIODIC_FLUSH {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 1;
            c.threads = 2 + random.nextInt(3);
            c.sizes = Sizes.SMALL_OR_LARGER_THAN_A_BLOCK;
            c.periodsMillis = List.of(1L + random.nextInt(5));
            c.burst = 2;
            c.rounds = true;
            c.virtualThreads = random.nextBoolean();
            c.bytesPerThread = 200L << 20;
        }
    },

    /** More mutators than the budget has room for, each with one large mutation; or one with a large buffer. */
    BUDGET {
        @Override
        void draw(Conditions c, Random random) {
            boolean many = random.nextBoolean();
            c.mutators = many ? 100 : 1;
            c.threads = many ? 100 : 1;
            c.budgetBytes = 16 << 20;
            c.sizes = Sizes.LARGE;
            c.burst = 1;
            c.mutationsPerThread = many ? 1 : 100;
            c.pauseMillis = 0;
            c.bufferBytes = List.of(many ? 0L : 512L << 20);
            c.periodsMillis = List.of(2_000L);
            c.backpressures = List.of(Backpressure.fail());
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            return super.task(scenario, List.of(Conditions.at(slots, writer)), writer);
        }
    },

    /** mutate is called where the stack is about to end. */
    STACK_OVERFLOW {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 1;
            c.threads = 2;
            c.deepStacks = true;
            c.sizes = Sizes.TINY;
            c.burst = 5;
            c.flushes = 200;
            c.duration = Duration.ofMillis(1_500);
        }
    },

    /** Callbacks that block, close, flush and throw, on an executor of one thread. */
    CALLBACKS {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 3;
            c.threads = 3;
            c.executors = List.of(OpenMutator.Executors.ONE_THREAD, OpenMutator.Executors.FOUR_THREADS);
            c.closeTimeout = Duration.ofMillis(500);
            c.tryMutate = 500;
            c.burst = 10;
            c.flushes = 100;
            c.callbacks.put(Conditions.Callback.CLOSE, 4);
            c.callbacks.put(Conditions.Callback.CLOSE_ASYNC, 4);
            c.callbacks.put(Conditions.Callback.BLOCK, 4);
            c.callbacks.put(Conditions.Callback.THROW, 20);
            c.callbacks.put(Conditions.Callback.THROW_ERROR, 20);
            c.callbacks.put(Conditions.Callback.MUTATE, 20);
            c.callbacks.put(Conditions.Callback.FLUSH_ASYNC, 10);
        }
    },

    /** Errors in callbacks on the network threads. */
    CALLBACK_ERRORS {
        @Override
        void draw(Conditions c, Random random) {
            // Only one batch of a row is sent at a time, and flushes in callbacks make many batches. With more
            // mutations, a JVM that has just started on a busy machine is seconds behind.
            c.burst = 15;
            c.orderings = List.of(Ordering.NONE, Ordering.PER_ROW);
            c.executors = List.of(OpenMutator.Executors.NETWORK_THREAD, OpenMutator.Executors.FOUR_THREADS);
            c.tryMutate = 800;
            c.callbacks.put(Conditions.Callback.THROW, 50);
            c.callbacks.put(Conditions.Callback.THROW_ERROR, 50);
            c.callbacks.put(Conditions.Callback.MUTATE, 20);
            c.callbacks.put(Conditions.Callback.FLUSH, 20);
        }
    },

    /** No periodic flush, a budget that many buffers share, and one small request that is not answered. */
    STARVATION {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 96;
            c.threads = 16;
            c.budgetBytes = 4 << 20;
            c.periodsMillis = List.of(0L);
            c.burst = 20;
            c.pauseMillis = 1;
            c.tryMutate = random.nextBoolean() ? 0 : 500;
            c.duration = Duration.ofSeconds(5);
        }

        @Override
        void begin(Scenario scenario) {
            scenario.place(3).trouble();
            scenario.driver(3).hang();
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            return List.of(scenario.place(writer == 0 ? 3 : writer % 3));
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            return writer == 0
                    ? new Writer.Task(placesOf(scenario, writer), slots, 1, 0, /* flushes= */ true)
                    : super.task(scenario, slots, writer);
        }
    },

    /** As many threads as there can be, small mutations, a small budget, and servers that answer at once. */
    FAIRNESS {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 1 + random.nextInt(2);
            c.threads = 8;
            c.budgetBytes = 2 << 20;
            c.sizes = random.nextBoolean() ? Sizes.TINY : Sizes.SMALL;
            c.burst = 1_000;
            c.pauseMillis = 0;
            c.mutationsPerThread = 5_000;
            c.periodsMillis = List.of(100L);
        }

        @Override
        void begin(Scenario scenario) {
            for (int i = 0; i < Conditions.SERVERS; i++) {
                scenario.driver(i).slow(Duration.ofMillis(30));
            }
        }
    },

    /** Many mutators with one small mutation each, and a budget that has room for a multiple of that. */
    MANY_MUTATORS {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 3_000;
            c.threads = 3;
            c.budgetBytes = 16 << 20;
            c.sizes = Sizes.TINY;
            c.burstOfAllMutators = true;
            c.mutationsPerThread = 1_000;
            c.periodsMillis = List.of(2_000L);
            c.backpressures = List.of(Backpressure.fail());
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            int each = slots.size() / scenario.conditions().threads;
            return super.task(scenario, slots.subList(writer * each, (writer + 1) * each), writer);
        }
    },

    /** One call at a time on each connection, and many that wait for one. */
    POOL {
        @Override
        void draw(Conditions c, Random random) {
            c.tables = 1;
            c.preloads = true;
            c.mutators = 12;
            c.threads = 1;
            c.callsPerConnection = 1;
            c.connectionsPerServer = 10;
            c.ownWindows = true;
            c.burstOfAllMutators = true;
            c.mutationsPerThread = 12;
            c.periodsMillis = List.of(50L);
            c.duration = Duration.ofSeconds(3);
        }

        @Override
        void begin(Scenario scenario) {
            scenario.place(0).slow();
            scenario.driver(0).slow(Duration.ofSeconds(4));
        }

        @Override
        void act(Scenario scenario) {
            boolean unused = scenario.pause(scenario.conditions().duration.toMillis());
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            return List.of(scenario.place(0));
        }
    },

    /** The order of rows is kept, and a server takes less than one flush has for a row. */
    ROW_RUNS {
        @Override
        void draw(Conditions c, Random random) {
            c.orderings = List.of(Ordering.PER_ROW);
            c.sizes = Sizes.TEN_KB;
            c.rowsPerWriter = 1;
            c.burst = 20;
            c.periodsMillis = List.of(20L);
        }

        @Override
        void begin(Scenario scenario) {
            scenario.cluster().servers().forEach(server -> server.limitRequests(64 << 10));
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            return List.of(scenario.place(writer % Conditions.SERVERS));
        }
    },

    /** The order of rows, while connections are cut, regions move and answers come late. */
    ROW_ORDER {
        @Override
        void draw(Conditions c, Random random) {
            c.orderings = List.of(Ordering.PER_ROW);
            c.rowsPerWriter = 3;
            c.threads = 8;
            c.sizes = random.nextBoolean() ? Sizes.SMALL : Sizes.MIXED_UP_TO_1_7_MB;
            c.reopens = 5;
        }

        @Override
        void act(Scenario scenario) {
            while (scenario.pause(100 + scenario.random().nextInt(300))) {
                disturb(scenario);
            }
        }
    },

    /** A server answers every request finally, and its regions move to another. */
    FINAL_ERRORS {
        @Override
        void draw(Conditions c, Random random) {
            c.tables = 10;
            c.duration = Duration.ofMillis(4_500);
        }

        @Override
        void act(Scenario scenario) {
            if (!scenario.pause(300)) {
                return;
            }
            scenario.place(3).trouble();
            RemoteError unknownService = RemoteError.fatal("ipc.UnknownServiceException", "ClientService");
            switch (scenario.random().nextInt(3)) {
                case 0 -> scenario.driver(3).fail(unknownService);
                case 1 -> scenario.driver(3).giveUpConnections(unknownService);
                default -> scenario.driver(3).fail(RemoteError.doNotRetry("The server is about to be replaced"));
            }
            boolean unused = scenario.pause(300);
            scenario.moveRegions(3, 1);
            scenario.place(3).heal(Duration.ofMillis(1_500));
        }
    },

    /** The server of {@code hbase:meta} answers every look-up finally, and {@code hbase:meta} moves to another. */
    FINAL_ERRORS_OF_META {
        @Override
        void draw(Conditions c, Random random) {
            c.freshTables = true;
            c.reopens = 300;
            c.duration = Duration.ofMillis(4_500);
        }

        @Override
        void act(Scenario scenario) {
            if (!scenario.pause(300)) {
                return;
            }
            for (int i = 0; i < Conditions.SERVERS; i++) {
                scenario.place(i).trouble();
            }
            scenario.cluster()
                    .server(0)
                    .script()
                    .always(Method.SCAN)
                    .fail(RemoteError.fatal("ipc.UnknownServiceException", "ClientService"));
            scenario.cluster().moveMeta(scenario.cluster().server(1));
            for (int i = 0; i < Conditions.SERVERS; i++) {
                scenario.place(i).heal(Duration.ofMillis(1_500));
            }
        }
    },

    /** {@code hbase:meta} answers with nothing, or with little, and says that there is more. */
    PARTIAL_META {
        @Override
        void draw(Conditions c, Random random) {
            c.freshTables = true;
            c.reopens = 200;
        }

        @Override
        void begin(Scenario scenario) {
            AtomicInteger scans = new AtomicInteger();
            scenario.cluster()
                    .server(0)
                    .script()
                    .always(Method.SCAN)
                    // A row of a region has five cells: a heartbeat, then one region.
                    .when(exchange -> scans.incrementAndGet() % 3 != 0)
                    .play(exchange -> exchange.send(exchange.respondCells(5 * (scans.get() % 3 - 1))));
        }
    },

    /** A row of {@code hbase:meta} is damaged. */
    DAMAGED_META {
        @Override
        void draw(Conditions c, Random random) {
            c.freshTables = true;
            c.reopens = 200;
            c.operationTimeout = Duration.ofSeconds(3);
        }

        @Override
        void begin(Scenario scenario) {
            scenario.place(2).trouble();
            for (int i = 0; i < scenario.conditions().tables; i++) {
                scenario.cluster().damage(scenario.cluster().regions("t" + i).get(2), "regioninfo", new byte[0]);
            }
        }

        @Override
        boolean isTroubled(int server) {
            return server == 2;
        }
    },

    /** A request is refused for its size, and the server closes its connection long after; others were on it. */
    TOO_BIG {
        private static final int LIMIT = 100_000;

        @Override
        void draw(Conditions c, Random random) {
            c.connectionsPerServer = 1;
            c.requestRows = 1;
            c.pauseMillis = 5;
            c.burst = 5;
            c.threads = 6;
        }

        @Override
        void begin(Scenario scenario) {
            // While such a connection is not closed, its server answers nobody on it.
            scenario.place(1).slow();
            scenario.driver(1).closeLateAfterRequestsAbove(LIMIT, Duration.ofMillis(900));
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            if (writer == 0) {
                Place tooBig = new Place("server 1, too big", 'b', "", 2 * LIMIT);
                tooBig.trouble();
                return List.of(tooBig);
            }
            return List.of(scenario.place(1));
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            return writer == 0
                    ? new Writer.Task(placesOf(scenario, writer), slots, 40, 300, /* flushes= */ false)
                    : super.task(scenario, slots, writer);
        }
    },

    /** A mutation breaks a constraint, and the server refuses what came with it. */
    CONSTRAINT {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 1;
            c.periodsMillis = List.of(20L);
            c.operationTimeout = Duration.ofSeconds(8);
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            Place refused = new Place("server 1, refused", 'b', ServerDriver.REFUSED_ROW, 0);
            refused.trouble();
            List<Place> places = new ArrayList<>(List.of(scenario.place(0), scenario.place(2), refused));
            for (int i = 0; i < 30; i++) {
                places.add(scenario.place(1));
            }
            return places;
        }
    },

    /** Most bootstrap servers accept connections and say nothing. */
    BOOTSTRAP {
        @Override
        void draw(Conditions c, Random random) {
            c.connections = 5;
            c.mutators = 5;
            c.tables = 1;
            c.duration = Duration.ofMillis(500);
        }

        @Override
        void begin(Scenario scenario) {
            for (int i = 1; i < Conditions.SERVERS; i++) {
                scenario.place(i).trouble();
                scenario.cluster().server(i).silence();
            }
        }

        @Override
        boolean isTroubled(int server) {
            return server > 0;
        }

        @Override
        List<Place> placesOf(Scenario scenario, int writer) {
            return List.of(scenario.place(0));
        }
    },

    /** The program ends its event loop group before it closes the client. */
    GROUP_SHUT_DOWN {
        @Override
        void draw(Conditions c, Random random) {
            c.ownGroup = true;
            c.connections = 1 + random.nextInt(2);
            c.closeTimeout = Duration.ofSeconds(1);
            c.operationTimeout = Duration.ofSeconds(3);
            c.backpressures = List.of(Backpressure.block(Duration.ofSeconds(1)));
            c.duration = Duration.ofMillis(1_500);
        }

        @Override
        void act(Scenario scenario) {
            if (scenario.pause(scenario.random().nextInt(1_000))) {
                scenario.shutDownGroup();
            }
        }
    },

    /** Default sizes and budgets, a hundred tables, and one server that does not answer for a while. */
    HUNG_SERVER {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 30;
            c.threads = 12;
            c.connections = 1 + random.nextInt(2);
            c.sizes = Sizes.MIXED;
            c.periodsMillis = List.of(5L, 100L, 1_000L);
            c.rpcTimeout = Duration.ofSeconds(2);
            c.tryMutate = 200;
            c.pauseMillis = 50;
            c.duration = Duration.ofSeconds(5);
        }

        @Override
        void act(Scenario scenario) {
            if (scenario.pause(300)) {
                scenario.place(3).trouble();
                scenario.driver(3).hang();
            }
        }

        @Override
        boolean isTroubled(int server) {
            return server == 3;
        }
    },

    /**
     * A mutation that needs nearly all of the budget, again and again, among small ones of many threads that nobody flushes;
     * default sizes and settings, a hundred tables.
     */
    LARGE_CLAIM {
        @Override
        void draw(Conditions c, Random random) {
            c.mutators = 100;
            c.freshTables = true;
            c.threads = 100;
            c.virtualThreads = random.nextBoolean();
            c.sizes = random.nextBoolean() ? Sizes.TINY : Sizes.SMALL;
            // With more than seven eighths, the room must come from buffers that hold little, too.
            c.largePart = 0.88 + 0.12 * random.nextDouble();
            c.bytesPerThread = Long.MAX_VALUE / 2;
            c.burst = 1;
            c.pauseMillis = 50;
            c.periodsMillis = List.of(random.nextBoolean() ? 0L : 1_000L);
            c.alwaysAnswered = true;
            // A mutation counts as unsettled when mutate has returned, and this one takes long to copy.
            c.idleWait = Duration.ofMillis(1_500);
            c.duration = Duration.ofSeconds(4);
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            if (writer > 0) {
                return super.task(scenario, slots, writer);
            }
            long limit = scenario.connections().get(0).state().budget().limitBytes();
            int bytes = (int) (scenario.conditions().largePart * limit) - ROOM_FOR_KEYS;
            Place large = new Place("server 1, large", 'b', "", bytes);
            return new Writer.Task(List.of(large), slots, 1_000, 200, /* flushes= */ false);
        }
    },

    /**
     * Mutators are closed while the budget is on its way to servers that answer late, threads wait for room, and the engine
     * leaves most buffers alone, since they hold little.
     */
    CLOSE_OF_LITTLE {
        private static final int FILLED = 4;

        @Override
        void draw(Conditions c, Random random) {
            c.mutators = FILLED + 30;
            c.freshTables = true;
            c.threads = 16;
            c.budgetBytes = 2 << 20;
            c.sizes = Sizes.TINY;
            c.burst = 3;
            c.bytesPerThread = Long.MAX_VALUE / 2;
            c.mutationsPerThread = Integer.MAX_VALUE;
            c.periodsMillis = List.of(random.nextBoolean() ? 0L : 1_000L);
            // Blocks on their way hold more of so small a budget than their mutations need.
            c.idleWait = c.longestWait;
            c.duration = Duration.ofSeconds(4);
        }

        @Override
        void begin(Scenario scenario) {
            for (int i = 0; i < Conditions.SERVERS; i++) {
                scenario.driver(i).slow(Duration.ofMillis(20 + scenario.random().nextInt(20)));
            }
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            if (writer % 2 == 0) {
                return super.task(scenario, slots.subList(FILLED, slots.size()), writer);
            }
            List<Place> large = new ArrayList<>();
            for (int i = 0; i < Conditions.SERVERS; i++) {
                large.add(new Place("server " + i, (char) ('a' + i), "", 20_000));
            }
            return new Writer.Task(large, slots.subList(0, FILLED), Integer.MAX_VALUE, 0, /* flushes= */ false);
        }

        @Override
        void act(Scenario scenario) {
            Random random = scenario.random();
            while (scenario.pause(random.nextInt(50))) {
                Slot slot = Conditions.any(random, scenario.slots());
                scenario.reopen(slot, Duration.ofMillis(Conditions.any(random, List.of(0, 20, 200, 5_000, 5_000))));
            }
        }
    },

    /** Twenty mutators of one table, values of all sizes, a short period; also against a real cluster. */
    ONE_TABLE {
        @Override
        void draw(Conditions c, Random random) {
            c.tables = 1;
            c.mutators = 20;
            c.threads = 40;
            c.virtualThreads = random.nextBoolean();
            c.sizes = Sizes.MIXED_UP_TO_1_7_MB;
            c.periodsMillis = List.of(20L);
            c.burst = 2;
            c.rounds = true;
            c.orderings = List.of(Ordering.NONE, Ordering.PER_ROW);
            c.executors = List.of(OpenMutator.Executors.values());
            c.tryMutate = random.nextInt(1_000);
            c.flushes = random.nextInt(100);
            c.bytesPerThread = 3 << 20;
        }

        @Override
        Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
            return super.task(scenario, List.of(Conditions.at(slots, writer)), writer);
        }
    },

    /** Whatever the seed says, all at the same time. */
    EVERYTHING {
        @Override
        void draw(Conditions c, Random random) {
            c.connections = 1 + random.nextInt(3);
            c.mutators = 1 + random.nextInt(40);
            c.threads = Conditions.any(random, List.of(1, 2, 4, 8, 30, 100));
            c.virtualThreads = random.nextBoolean();
            c.budgetBytes = Conditions.any(random, List.of(0L, 0L, 16L << 20, 40L << 20));
            c.ownGroup = random.nextInt(3) == 0;
            c.sizes = Conditions.any(random, List.of(Sizes.MIXED, Sizes.MIXED, Sizes.SMALL, Sizes.TINY));
            c.bytesPerThread = (200L << 20) / c.threads;
            c.mutationsPerThread = 40_000 / c.threads;
            c.burst = Conditions.any(random, List.of(1, 10, 100));
            c.rounds = random.nextInt(4) == 0;
            c.pauseMillis = Conditions.any(random, List.of(5, 50, 300));
            c.periodsMillis = Conditions.any(random, List.of(List.of(1_000L), List.of(5L), List.of(0L, 5L, 1_000L)));
            c.bufferBytes = Conditions.any(random, List.of(List.of(0L), List.of(0L, 20_000L), List.of(8L << 20)));
            c.orderings = List.of(Ordering.NONE, Ordering.PER_ROW);
            c.backpressures = Conditions.any(
                    random,
                    List.of(
                            List.of(Backpressure.block(Duration.ofSeconds(20))),
                            List.of(Backpressure.block(Duration.ofSeconds(20)), Backpressure.fail()),
                            List.of(Backpressure.unbounded())));
            c.executors = List.of(OpenMutator.Executors.values());
            c.rpcTimeout = Duration.ofSeconds(2);
            c.tryMutate = random.nextInt(1_000);
            c.flushes = random.nextInt(200);
            c.reopens = random.nextInt(100);
            c.interrupts = random.nextBoolean();
            c.tableMissing = random.nextBoolean();
            if (random.nextBoolean()) {
                c.callbacks.put(Conditions.Callback.THROW, 5);
                c.callbacks.put(Conditions.Callback.THROW_ERROR, 5);
                c.callbacks.put(Conditions.Callback.MUTATE, 20);
                c.callbacks.put(Conditions.Callback.FLUSH, 5);
            }
            if (random.nextInt(3) == 0) {
                c.callbacks.put(Conditions.Callback.CLOSE, 1);
                c.callbacks.put(Conditions.Callback.BLOCK, 2);
                c.callbacks.put(Conditions.Callback.FLUSH_ASYNC, 2);
                c.callbacks.put(Conditions.Callback.CLOSE_ASYNC, 2);
            }
            c.duration = Duration.ofMillis(2_500 + random.nextInt(2_500));
        }

        @Override
        void begin(Scenario scenario) {
            Random random = scenario.random();
            if (random.nextBoolean()) {
                AtomicInteger scans = new AtomicInteger();
                scenario.cluster()
                        .server(0)
                        .script()
                        .always(Method.SCAN)
                        .when(exchange -> scans.incrementAndGet() % 4 == 0)
                        .play(Faults.slow(Duration.ofMillis(100)));
            }
            if (random.nextInt(3) == 0) {
                scenario.place(2).slow();
                scenario.driver(2).slow(Duration.ofMillis(random.nextInt(300)));
            }
        }

        @Override
        void act(Scenario scenario) {
            Random random = scenario.random();
            while (scenario.pause(200 + random.nextInt(600))) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        scenario.place(3).trouble();
                        scenario.driver(3).hang();
                    }
                    case 1 -> {
                        scenario.driver(3).answer();
                        // Whatever was asked while it hung is given up after the timeout of the request, and sent
                        // again.
                        scenario.place(3).heal(scenario.conditions().rpcTimeout.plusSeconds(3));
                    }
                    default -> disturb(scenario);
                }
            }
        }

        @Override
        boolean isTroubled(int server) {
            return server == 3;
        }
    };

    /** Of a large mutation: rows, columns and lengths of its cells. */
    private static final int ROOM_FOR_KEYS = 2_000;

    /** Servers, from the first, that always answer at once. */
    private static final int NEVER_SLOW = 2;

    /** Sets what the family is about. */
    abstract void draw(Conditions c, Random random);

    /** Does something to the servers before the client connects. */
    void begin(Scenario scenario) {}

    /** Does something to the servers while writers write; on a thread of its own. */
    void act(Scenario scenario) {}

    /** Whether the servers' regions are in trouble some time; two writers of three keep away from them. */
    boolean isTroubled(int server) {
        return false;
    }

    List<Place> placesOf(Scenario scenario, int writer) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < Conditions.SERVERS; i++) {
            if (!isTroubled(i) || writer % 3 == 2) {
                places.add(scenario.place(i));
            }
        }
        return places;
    }

    /** What a writer does. */
    Writer.Task task(Scenario scenario, List<Slot> slots, int writer) {
        Conditions c = scenario.conditions();
        return new Writer.Task(
                placesOf(scenario, writer), slots, c.mutationsPerThread, c.pauseMillis, /* flushes= */ false);
    }

    /** Lets all servers answer again, so that the scenario can end. */
    void heal(Scenario scenario) {
        for (int i = 0; i < Conditions.SERVERS; i++) {
            scenario.driver(i).answer();
            scenario.cluster().server(i).resume();
        }
    }

    /** What a client must stand without anybody's noticing: cut connections, regions that move, answers that come late. */
    static void disturb(Scenario scenario) {
        Random random = scenario.random();
        int server = random.nextInt(Conditions.SERVERS - 1);
        TestServer disturbed = scenario.cluster().server(server);
        switch (random.nextInt(3)) {
            case 0 -> disturbed.disconnect();
            case 1 -> {
                String table = "t" + random.nextInt(scenario.conditions().tables);
                scenario.cluster()
                        .regions(table)
                        .forEach(region -> scenario.cluster()
                                .move(region, scenario.cluster().server(random.nextInt(NEVER_SLOW))));
            }
            default -> scenario.driver(server).failNext(2, RemoteError.queueTooBig());
        }
    }
}
