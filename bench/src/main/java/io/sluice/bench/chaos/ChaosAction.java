package io.sluice.bench.chaos;

/** The faults that can happen to a cluster. */
enum ChaosAction {
    /** A region moves to another server. */
    MOVE(6),
    /** A region is split in the middle of its rows. */
    SPLIT(2),
    /** Two neighbouring regions are merged. */
    MERGE(1),
    /** {@code hbase:meta} moves. */
    MOVE_META(2),
    /** A region server is killed ({@code SIGKILL}) and restarted on the same port. */
    KILL(4),
    /** A region server is suspended ({@code SIGSTOP}) for less than its session timeout, then resumed. */
    STOP(2),
    /** The same until its regions are on other servers; then the suspended process is killed and restarted. */
    HANG(1),
    /** The process of ZooKeeper, the master and a region server is suspended, then resumed. */
    STOP_MASTER(1),
    /** The client's connection to ZooKeeper is cut for a while. */
    CUT_ZOOKEEPER(2),
    /** All connections to a region server are reset, as are new ones for a while. */
    CUT(3),
    /** No traffic to or from a region server for a while. */
    STALL(2),
    /** All traffic to and from a region server is delayed. */
    DELAY(2),
    /** Traffic to and from a region server is throttled. */
    THROTTLE(2);

    private final int weight;

    ChaosAction(int weight) {
        this.weight = weight;
    }

    /** Relative frequency. */
    int weight() {
        return weight;
    }
}
