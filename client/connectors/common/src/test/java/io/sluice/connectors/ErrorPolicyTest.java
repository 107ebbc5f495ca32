package io.sluice.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AccessDeniedException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorPolicyTest {
    @Test
    void concernsRecord_whatTheServerRefuses_butNoOutage() {
        for (Throwable error : List.of(
                new BadRecordException("x"),
                new IllegalArgumentException("too large"),
                new NoSuchColumnFamilyException("x"),
                new RequestTooBigException("x"))) {
            assertThat(ErrorPolicy.concernsRecord(error)).as("%s", error).isTrue();
        }
        for (Throwable error : List.of(
                new RetriesExhaustedException("x", List.of(), false),
                new TableNotFoundException("x"),
                new TableNotEnabledException("x"),
                new AccessDeniedException("x"),
                new IOException("x"),
                new OutOfMemoryError("x"))) {
            assertThat(ErrorPolicy.concernsRecord(error)).as("%s", error).isFalse();
        }
    }
}
