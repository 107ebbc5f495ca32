package io.sluice.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterOptionsTest {
    @Test
    void zooKeeper_full_givesQuorumPortAndZnode() throws BadInputException {
        assertThat(ClusterOptions.zooKeeperSettings("a,b:2182/x/y"))
                .containsEntry("hbase.zookeeper.quorum", "a,b")
                .containsEntry("hbase.zookeeper.property.clientPort", "2182")
                .containsEntry("zookeeper.znode.parent", "/x/y");
    }

    @Test
    void zooKeeper_hostOnly_usesHBasesPortAndZnode() throws BadInputException {
        assertThat(ClusterOptions.zooKeeperSettings("a"))
                .containsEntry("hbase.zookeeper.property.clientPort", "2181")
                .doesNotContainKey("zookeeper.znode.parent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":2181", "a:b", "a:2181x/h"})
    void zooKeeper_bad_isNamed(String address) {
        assertThatThrownBy(() -> ClusterOptions.zooKeeperSettings(address))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith(": " + address);
    }
}
