package io.sluice.bench.chaos;

import io.sluice.embedded.RegionDescription;
import io.sluice.embedded.RegionServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Plays a schedule step by step, each step at its time or when the previous one is done. */
final class ChaosMonkey implements Runnable {
    private static final String META = "1588230740";
    private static final int FEWEST_REGIONS = 2;
    private static final int MOST_REGIONS = 8;
    private static final long NARROW_BYTES = 200_000;
    private static final long MORE_THAN_A_SESSION_MILLIS = 12_000;
    private static final long SLOW_MILLIS = 40;

    private final ChaosCluster cluster;
    private final ChaosSchedule schedule;
    private final Duration limit;
    private final PrintStream out;
    private final long startNanos = System.nanoTime();
    private int done;
    private int refused;

    /** @param limit time after which no step begins */
    ChaosMonkey(ChaosCluster cluster, ChaosSchedule schedule, Duration limit, PrintStream out) {
        this.limit = limit;
        this.cluster = cluster;
        this.schedule = schedule;
        this.out = out;
    }

    /** Number of steps that had an effect. */
    int done() {
        return done;
    }

    /** Number of steps that the cluster refused, such as splitting a region without rows in its middle. */
    int refused() {
        return refused;
    }

    @Override
    public void run() {
        for (ChaosSchedule.Step step : schedule.steps()) {
            if (elapsedMillis() > limit.toMillis()) {
                out.println("no time left for the rest of the schedule");
                return;
            }
            try {
                sleepUntil(step.atMillis());
                String what = play(step);
                done++;
                out.printf(Locale.ROOT, "%8.1f s %s%n", elapsedMillis() / 1e3, what);
            } catch (IOException e) {
                refused++;
                out.printf(Locale.ROOT, "%8.1f s %s refused: %s%n", elapsedMillis() / 1e3, step.action(), firstLine(e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static String firstLine(IOException error) {
        String text = String.valueOf(error.getMessage());
        return text.lines().findFirst().orElse("");
    }

    private long elapsedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private void sleepUntil(long atMillis) throws InterruptedException {
        long wait = atMillis - elapsedMillis();
        if (wait > 0) {
            Thread.sleep(wait);
        }
    }

    private String play(ChaosSchedule.Step step) throws IOException, InterruptedException {
        // A server that the cluster declared dead while it was suspended has ended itself.
        cluster.startTheDead();
        ChaosCluster.Member member =
                cluster.members().get(step.choice() % cluster.members().size());
        String about = step.action() + " " + member.relay().port();
        switch (step.action()) {
            case MOVE -> about = move(step.choice());
            case SPLIT -> about = split(step.choice());
            case MERGE -> about = merge(step.choice());
            case MOVE_META -> about = moveMeta(step.choice());
            case KILL -> {
                cluster.kill(member);
                Thread.sleep(step.millis());
                cluster.start(member);
            }
            case STOP -> stop(member, step.millis());
            case HANG -> hang(member, step.millis() + MORE_THAN_A_SESSION_MILLIS);
            case STOP_MASTER -> {
                cluster.hbase().pause();
                Thread.sleep(step.millis());
                cluster.hbase().resume();
            }
            case CUT_ZOOKEEPER -> weather(cluster.zooKeeper(), Relay.Weather.CUT, step.millis());
            case CUT -> weather(member.relay(), Relay.Weather.CUT, step.millis());
            case STALL -> weather(member.relay(), Relay.Weather.STALLED, step.millis());
            case DELAY -> weather(member.relay(), Relay.Weather.slow(SLOW_MILLIS), step.millis());
            case THROTTLE -> weather(member.relay(), Relay.Weather.narrow(NARROW_BYTES), step.millis());
        }
        return about;
    }

    private static void weather(Relay relay, Relay.Weather weather, long millis) throws InterruptedException {
        relay.set(weather);
        try {
            Thread.sleep(millis);
        } finally {
            relay.set(Relay.Weather.FAIR);
        }
    }

    private static void stop(ChaosCluster.Member member, long millis) throws IOException, InterruptedException {
        RegionServerProcess process = member.process();
        if (process == null) {
            throw new IOException("it is dead");
        }
        process.pause();
        try {
            Thread.sleep(millis);
        } finally {
            process.resume();
        }
    }

    /**
     * The server is not resumed: unlike HDFS, a local disk does not take the log away from a server that was declared
     * dead, so it would briefly acknowledge writes that are lost.
     */
    private void hang(ChaosCluster.Member member, long millis) throws IOException, InterruptedException {
        RegionServerProcess process = member.process();
        if (process == null) {
            throw new IOException("it is dead");
        }
        process.pause();
        Thread.sleep(millis);
        cluster.kill(member);
        cluster.start(member);
    }

    private List<RegionDescription> regions(int choice) throws IOException {
        return cluster.stock().regions(ChaosCluster.TABLES.get(choice / 3 % ChaosCluster.TABLES.size()));
    }

    private RegionDescription region(int choice) throws IOException {
        List<RegionDescription> regions = regions(choice);
        return regions.get(choice % regions.size());
    }

    private String server(int choice) throws IOException {
        List<String> servers = cluster.stock().servers();
        return servers.get(choice / 7 % servers.size());
    }

    private String move(int choice) throws IOException {
        RegionDescription region = region(choice);
        String to = server(choice);
        cluster.stock().moveRegion(region.encodedName(), to);
        return "MOVE " + region.encodedName() + " to " + to;
    }

    private String moveMeta(int choice) throws IOException {
        String to = server(choice);
        cluster.stock().moveRegion(META, to);
        return "MOVE_META to " + to;
    }

    private String split(int choice) throws IOException {
        if (regions(choice).size() >= MOST_REGIONS) {
            throw new IOException("the table has " + MOST_REGIONS + " regions already");
        }
        RegionDescription region = region(choice);
        String key = middle(region.startKey(), region.endKey());
        cluster.stock().splitRegion(region.encodedName(), key.getBytes(StandardCharsets.US_ASCII));
        return "SPLIT " + region.encodedName() + " at " + key;
    }

    /** Rows begin with eight hexadecimal digits. */
    private static String middle(byte[] start, byte[] end) {
        long low = number(start, '0');
        long high = end.length == 0 ? 0xFFFF_FFFFL : number(end, '0');
        return String.format(Locale.ROOT, "%08x", (low + high) / 2);
    }

    private static long number(byte[] key, char fill) {
        StringBuilder digits = new StringBuilder(new String(key, StandardCharsets.US_ASCII));
        while (digits.length() < 8) {
            digits.append(fill);
        }
        return Long.parseLong(digits.substring(0, 8), 16);
    }

    private String merge(int choice) throws IOException {
        List<RegionDescription> regions = regions(choice);
        if (regions.size() <= FEWEST_REGIONS) {
            throw new IOException("the table has only " + regions.size() + " regions");
        }
        int first = choice % (regions.size() - 1);
        cluster.stock()
                .mergeRegions(
                        regions.get(first).encodedName(), regions.get(first + 1).encodedName());
        return "MERGE " + regions.get(first).encodedName() + " with the next";
    }
}
