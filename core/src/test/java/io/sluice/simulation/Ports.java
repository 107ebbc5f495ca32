package io.sluice.simulation;

/** Is told of each call that the engine makes out of itself. */
@FunctionalInterface
interface Ports {
    /** The port is called now: others may run first, or the call may fail by what this throws. */
    void called(Port port);

    /** Where the engine leaves itself. */
    enum Port {
        CLOCK,
        TIMER,
        NETWORK,
        /** A block is asked for. */
        ALLOCATE,
        /** A block is given back. */
        RELEASE,
        /** A request is handed to the sender. */
        SEND,
        LOOKUP,
        /** A completion is handed to the mutator's executor. */
        EXECUTOR,
        /** A tracing system hears of an append: the moment between the choice of a place and its reservation. */
        APPENDING,
        /** A tracing system hears of anything else. */
        TRACE
    }
}
