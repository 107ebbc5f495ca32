package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.TableName;
import io.sluice.internal.buffer.WriteEngine;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitReportTest {

    @Test
    void lines_nameTableMutationsAndBytes() {
        ExitReport report =
                ExitReport.install(() -> List.of(new WriteEngine.Unfinished(TableName.valueOf("events"), 12, 3_456)));
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
