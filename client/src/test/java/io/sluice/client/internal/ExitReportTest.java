package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.MutatorState;
import io.sluice.TableName;
import io.sluice.internal.buffer.WriteEngine.MutatorReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitReportTest {

    private static MutatorReport holding(String table, long pending, long pendingBytes) {
        MutatorState state = new MutatorState(100, 0, 0, pending, 0, 0, 1 << 20, 0, 0);
        return new MutatorReport(TableName.valueOf(table), state, 0, pendingBytes);
    }

    @Test
    void lines_nameTableMutationsAndBytes() {
        ExitReport report = ExitReport.install(() -> List.of(holding("events", 12, 3_456), holding("users", 0, 0)));
        try {
            assertThat(report.lines())
                    .singleElement()
                    .asString()
                    .contains("12 mutations", "'events'", "3456 bytes", "not been acknowledged");
        } finally {
            assertThat(report.cancel()).as("it was installed").isTrue();
        }
    }

    @Test
    void cancel_removesIt_once() {
        ExitReport report = ExitReport.install(List::of);
        assertThat(report.cancel()).isTrue();
        assertThat(report.cancel()).isFalse();
        assertThat(report.lines()).isEmpty();
    }
}
