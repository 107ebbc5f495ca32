package io.sluice.internal.locate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegionLocationTest {
    private static RegionLocation named(String name) {
        byte[] edge = {};
        return new RegionLocation(Regions.TABLE, Regions.bytes(name), edge, edge, Regions.server(1), 1);
    }

    @Test
    void regionThatMoved_isTheSameWithTheSameHash() {
        RegionLocation before = Regions.region("a", "b", 1);
        RegionLocation after = Regions.region("a", "b", 2).movedTo(Regions.server(3), 7);
        assertThat(after.isSameRegion(before)).isTrue();
        assertThat(after.nameHash()).isEqualTo(before.nameHash());
        assertThat(after.nameHash()).isEqualTo(named("t,a,b.").nameHash());
    }

    @Test
    void namesOfOneHash_areTwoRegions() {
        RegionLocation one = named("t,Aa");
        RegionLocation other = named("t,BB");
        assertThat(one.nameHash()).isEqualTo(other.nameHash());
        assertThat(one.isSameRegion(other)).isFalse();
    }
}
