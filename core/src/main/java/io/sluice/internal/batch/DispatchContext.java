package io.sluice.internal.batch;

import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a dispatcher uses; all but the last are shared by the mutators of a connection.
 *
 * @param locator where regions are
 * @param sender sends requests to the servers
 * @param timer for pauses and deadlines
 * @param clock the time
 * @param limits the limits that servers have reported
 * @param windows of requests in flight, by server
 * @param shares of the connection's budget
 * @param network runs a task on a network thread, never inside the call
 * @param completions completes futures: the program's executor; null for the network thread that learns the outcome
 */
public record DispatchContext(
        CachingRegionLocator locator,
        BatchSender sender,
        Timer timer,
        Clock clock,
        ServerLimits limits,
        RequestWindows windows,
        Shares shares,
        Executor network,
        @Nullable Executor completions) {}
