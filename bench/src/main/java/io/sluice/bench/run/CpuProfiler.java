package io.sluice.bench.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole JVM per operation. Unlike the time of a call, it shows work that was moved to other
 * threads.
 */
public final class CpuProfiler implements InternalProfiler {
    static final String RESULT = "cpu.norm";

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long beforeNanos;

    /** Created by JMH in the forked JVM. */
    public CpuProfiler() {}

    @Override
    public String getDescription() {
        return "processor time of the JVM per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        beforeNanos = process.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long usedNanos = process.getProcessCpuTime() - beforeNanos;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        double each = (double) usedNanos / operations;
        return List.of(new ScalarResult(RESULT, each, "ns/op", AggregationPolicy.AVG));
    }
}
