package io.sluice.client;

import java.util.Objects;

/** Where a connection finds its cluster. */
public sealed interface Registry {

    /**
     * As the configuration says: {@code hbase.client.registry.impl} if it is set, else RPC if
     * {@code hbase.client.bootstrap.servers} is set, else ZooKeeper.
     */
    static Registry auto() {
        return new Auto();
    }

    /** Region servers or masters, {@code host:port,host:port}. */
    static Registry rpc(String bootstrapServers) {
        return new Rpc(bootstrapServers);
    }

    /** A ZooKeeper quorum, {@code host:port,host:port}, and the parent znode, usually {@code /hbase}. */
    static Registry zooKeeper(String quorum, String znodeParent) {
        return new ZooKeeper(quorum, znodeParent);
    }

    /** As the configuration says. */
    record Auto() implements Registry {}

    /** Asks servers by {@code ClientMetaService}. */
    record Rpc(String bootstrapServers) implements Registry {
        public Rpc {
            Objects.requireNonNull(bootstrapServers, "bootstrapServers");
        }
    }

    /** Reads znodes. */
    record ZooKeeper(String quorum, String znodeParent) implements Registry {
        public ZooKeeper {
            Objects.requireNonNull(quorum, "quorum");
            Objects.requireNonNull(znodeParent, "znodeParent");
        }
    }
}
