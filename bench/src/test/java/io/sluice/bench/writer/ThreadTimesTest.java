package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
    @Test
    void ofThisProcess_onLinux_isAPartOfTheProcess() {
        assumeTrue(Files.exists(Path.of("/proc/self/task")));

        ThreadTimes times = ThreadTimes.ofThisProcess();

        long all =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        assertThat(times.compilerNanos()).isPositive();
        assertThat(times.compilerNanos() + times.collectorNanos()).isLessThan(all);
    }

    @Test
    void isCollector_programsThreads_areNot() {
        assertThat(ThreadTimes.isCollector("G1 Conc#0")).isTrue();
        assertThat(ThreadTimes.isCollector("VM Thread")).isTrue();
        assertThat(ThreadTimes.isCollector("sluice-io-1")).isFalse();
        assertThat(ThreadTimes.isCompiler("C2 CompilerThre")).isTrue();
        assertThat(ThreadTimes.isCompiler("writer-0")).isFalse();
    }
}
