package io.sluice.bench.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program of the script {@code bench/chaos}. */
@Command(
        name = "bench/chaos",
        description = "Writes to a real cluster while its servers, regions and network fail, and compares what was"
                + " acknowledged with what is there. Exit code 1 on any violation.")
public final class Chaos implements Callable<Integer> {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})([smh])");

    @Option(names = "--duration", description = "Duration, such as 30s, 30m or 2h. Default 10m.")
    private String duration = "10m";

    @Option(names = "--seed", description = "Seed of the schedule. Default: random, and printed.")
    private @Nullable Long seed;

    @Option(names = "--only", split = ",", description = "Only these steps. Default: ${COMPLETION-CANDIDATES}.")
    private Set<ChaosAction> only = EnumSet.allOf(ChaosAction.class);

    @Option(names = "--processes", description = "Region servers in separate processes. Default 2.")
    private int processes = 2;

    @Option(names = "--threads", description = "Writing threads. Default 4.")
    private int threads = 4;

    @Option(names = "--rate", description = "Total mutations a second. Default 2000.")
    private int rate = 2_000;

    /** Runs it and exits. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Chaos()).execute(args));
    }

    static Duration parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--duration " + text + " is not a number with s, m or h");
        }
        return Duration.parse(("PT" + matcher.group(1) + matcher.group(2)).toUpperCase(Locale.ROOT));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration length = parse(duration);
        long number = seed != null ? seed : System.nanoTime() & 0xFFFF_FFFFL;
        ChaosSchedule schedule = ChaosSchedule.of(number, length, only);
        System.out.println(
                "seed " + number + ", " + length + ", " + schedule.steps().size() + " steps:");
        schedule.steps().forEach(System.out::println);
        System.out.println("schedule:");
        ChaosRun run = new ChaosRun(new ChaosRun.Plan(schedule, length, processes, threads, rate), System.out);
        ChaosRun.Verdict verdict = run.run();
        print(verdict, run);
        run.missing().forEach(System.out::println);
        return verdict.isClean() ? 0 : 1;
    }

    private static void print(ChaosRun.Verdict verdict, ChaosRun run) {
        ChaosLedger.Count count = verdict.count();
        ChaosLedger.Wrong wrong = count.wrong();
        System.out.println();
        ChaosWatch.Seen seen = verdict.seen();
        System.out.println("steps that had an effect      " + verdict.played());
        System.out.println("mutators closed               " + verdict.closes().closes());
        System.out.println("callbacks that blocked        " + run.blocks());
        System.out.println("accepted                      " + count.accepted());
        System.out.println("acknowledged                  " + count.acknowledged());
        System.out.println("failed                        " + count.failed() + " " + run.errors());
        System.out.println("of these handed back          " + verdict.closes().handedBack());
        System.out.println("sent again                    " + verdict.retried());
        System.out.println("found by HBase's client       " + count.found());
        System.out.println("acknowledged and missing      " + wrong.missing());
        System.out.println("found with another value      " + wrong.wrongContent());
        System.out.println("found and never written       " + wrong.foreign());
        System.out.println("found though not applied      " + wrong.denied());
        System.out.println("found instead of a later one  " + wrong.reordered());
        System.out.println("accepted and never settled    " + wrong.neverSettled());
        System.out.println("settled twice                 " + wrong.settledTwice());
        System.out.println("still held by the client      " + verdict.held());
        print("buffered without a flush", seen.bufferedMillis(), ChaosRun.BUFFERED_MILLIS, "ms");
        print("passed by later ones", seen.passedMillis(), ChaosRun.PASSED_MILLIS, "ms");
        print("used over the limit", seen.usedOverBytes(), ChaosRun.USED_OVER_BYTES, "bytes");
        print("unsettled over the limit", seen.unsettledOverBytes(), ChaosRun.UNSETTLED_OVER_BYTES, "bytes");
        print("close over its deadline", verdict.closes().mostOverMillis(), ChaosRun.CLOSE_SLACK_MILLIS, "ms");
        if (seen.passedMillis() > ChaosRun.PASSED_MILLIS) {
            System.out.println("passed by: " + seen.passed());
        }
        verdict.broken().forEach(System.out::println);
        System.out.println(verdict.isClean() ? "clean" : "NOT CLEAN");
    }

    /** Prints the largest value; a negative one stayed below its limit by that much. */
    private static void print(String what, long most, long bound, String unit) {
        System.out.printf(Locale.ROOT, "%-30s%d %s, at most %d%n", what, most, unit, bound);
    }
}
