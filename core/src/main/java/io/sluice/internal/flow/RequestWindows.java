package io.sluice.internal.flow;

import io.sluice.ServerName;
import io.sluice.internal.flow.RequestWindow.WindowState;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Windows of requests by server, shared by all mutators of a connection that allow the same number: what the requests of
 * one show about a server serves all of them. Safe for use by many threads.
 */
public final class RequestWindows {
    private static final int FIXED = 2;

    /** Restarted servers are new servers; at most this many unused windows are kept. */
    private static final int MAX_KEPT = 2_000;

    private static final int NO_LIMIT = -1;

    private final int max;
    private final ConcurrentMap<ServerName, AtomicInteger> inFlightOfAll;
    private final ConcurrentMap<ServerName, RequestWindow> windows = new ConcurrentHashMap<>();

    /**
     * @param max most requests in flight to one server, up to which the number adapts; 0 for always two
     * @param inFlightOfAll counts the requests to each server, together with other windows that share it: of all
     *     connections of the process
     */
    public RequestWindows(int max, ConcurrentMap<ServerName, AtomicInteger> inFlightOfAll) {
        this.max = max;
        this.inFlightOfAll = inFlightOfAll;
    }

    /** Windows without a limit. */
    public static RequestWindows unlimited() {
        return new RequestWindows(NO_LIMIT, new ConcurrentHashMap<>());
    }

    /** The window of a server. */
    public RequestWindow of(ServerName server) {
        RequestWindow known = windows.get(server);
        if (known != null) {
            return known;
        }
        if (windows.size() >= MAX_KEPT) {
            // A window that comes into use at this moment lives on with its request; the next request gets a new one.
            windows.values().removeIf(RequestWindow::isIdle);
        }
        if (inFlightOfAll.size() >= MAX_KEPT) {
            // A window may still have such a counter. A new window of the same server then gets another one, and the
            // two do
            // not see each other's requests: a trial may be wrong, and later ones correct it.
            inFlightOfAll.values().removeIf(count -> count.get() == 0);
        }
        return windows.computeIfAbsent(
                server,
                key -> new RequestWindow(
                        newSize(), inFlightOfAll.computeIfAbsent(server, none -> new AtomicInteger())));
    }

    /** The current state of all of them, including those that are not in use. */
    public Map<ServerName, WindowState> states() {
        Map<ServerName, WindowState> states = new HashMap<>();
        windows.forEach((server, window) -> states.put(server, window.state()));
        return states;
    }

    private WindowSize newSize() {
        return switch (max) {
            case NO_LIMIT -> WindowSize.fixed(Integer.MAX_VALUE);
            case 0 -> WindowSize.fixed(FIXED);
            default -> WindowSize.upTo(max);
        };
    }
}
