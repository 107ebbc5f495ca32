package io.sluice.loader.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.loader.write.Watermark.Chunk;
import io.sluice.loader.write.Watermark.Position;
import org.junit.jupiter.api.Test;

class WatermarkTest {
    @Test
    void position_chunksSettledOutOfOrder_movesOverWholeOnes() {
        Watermark watermark = new Watermark(new Position(10, 8, 1, 1));
        Chunk first = watermark.next(2);
        Chunk second = watermark.next(1);
        second.acknowledged();
        first.refused();
        assertThat(watermark.position()).isEqualTo(new Position(10, 8, 1, 1));
        first.broken();
        assertThat(watermark.position()).isEqualTo(new Position(13, 9, 2, 2));
        watermark.next(1);
        assertThat(watermark.position().rows()).isEqualTo(13);
    }
}
