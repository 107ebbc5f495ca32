package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // Null is among what is tested.
class RowMutationsTest {

    private static final byte[] ROW = Bytes.toBytes("row");
    private static final byte[] OTHER = Bytes.toBytes("other");

    @Test
    void add_mutationsOfOneRow_keepsThemInOrder() throws IOException {
        Put put = new Put(ROW);
        Delete delete = new Delete(ROW);
        Increment increment = new Increment(ROW);
        RowMutations mutations = new RowMutations(ROW);
        mutations.add(put);
        mutations.add(delete);
        mutations.add(increment).add(List.of(put));
        assertThat(mutations.getMutations()).containsExactly(put, delete, increment, put);
        assertThat(mutations.getRow()).isEqualTo(ROW).isNotSameAs(ROW);
        assertThat(RowMutations.of(List.of(delete, put)).getMutations()).containsExactly(delete, put);
    }

    @Test
    void add_otherRow_refusedAndNothingAdded() {
        RowMutations mutations = new RowMutations(ROW);
        assertThatExceptionOfType(WrongRowIOException.class)
                .isThrownBy(() -> mutations.add(List.of(new Put(ROW), new Delete(OTHER))))
                .withMessageContaining("'other'")
                .withMessageContaining("'row'");
        assertThat(mutations.getMutations()).isEmpty();
        assertThatExceptionOfType(WrongRowIOException.class)
                .isThrownBy(() -> RowMutations.of(List.of(new Put(ROW), new Put(OTHER))));
    }

    @Test
    void badInput_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RowMutations.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> RowMutations.of(null));
        assertThatIllegalArgumentException().isThrownBy(() -> new RowMutations(null));
        assertThatIllegalArgumentException().isThrownBy(() -> new RowMutations(new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new RowMutations(new byte[32_768]));
    }
}
