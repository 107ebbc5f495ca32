package io.sluice.bench.chaos;

/** What can happen to a cluster. */
enum ChaosAction {
    /** A region moves to another server. */
    MOVE(6),
    /** A region is split in the middle of its rows. */
    SPLIT(2),
    /** Two neighbouring regions are merged. */
    MERGE(1),
    /** {@code hbase:meta} moves. */
    MOVE_META(2),
    /** A region server is killed ({@code SIGKILL}) and started again at the same port. */
    KILL(4),
    /** A region server is stopped ({@code SIGSTOP}) for less than its session lives, and goes on. */
    STOP(2),
    /** The same until its regions are elsewhere; then it is killed where it stands, and started again. */
    HANG(1),
    /** ZooKeeper, the master and the region server in their process are stopped and go on. */
    STOP_MASTER(1),
    /** The client's way to ZooKeeper is cut, and back. */
    CUT_ZOOKEEPER(2),
    /** All connections to a region server are reset, and new ones for a while. */
    CUT(3),
    /** Nothing passes to or from a region server for a while. */
    STALL(2),
    /** Everything to and from a region server arrives later. */
    DELAY(2),
    /** Little passes to and from a region server. */
    THROTTLE(2);

    private final int weight;

    ChaosAction(int weight) {
        this.weight = weight;
    }

    /** How often it happens, compared with the others. */
    int weight() {
        return weight;
    }
}
