package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.HBaseIOException;
import io.sluice.RetriesExhaustedException.Attempt;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AttemptHistoryTest {

    @Test
    void toList_ofSeveral_listsTheOldestFirst() {
        Attempt first = new Attempt(Instant.EPOCH, null, new IOException("1"));
        Attempt second = new Attempt(Instant.EPOCH, null, new HBaseIOException("2"));
        AttemptHistory one = AttemptHistory.after(null, first);
        AttemptHistory two = AttemptHistory.after(one, second);

        assertThat(one.toList()).containsExactly(first);
        assertThat(two.toList()).containsExactly(first, second);
        assertThat(two.counted()).isEqualTo(2);
        assertThat(two.latest()).isSameAs(second);
    }
}
