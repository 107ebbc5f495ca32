package io.sluice.client.internal.net;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a connection that were sent and have no outcome, by call id. Ids may be taken by any thread; the rest is
 * for the event loop.
 */
final class CallRegistry {
    private final AtomicInteger nextId;
    private final IntObjectMap<Call> calls = new IntObjectHashMap<>();

    /** @param firstId the first id to be given, not negative */
    CallRegistry(int firstId) {
        nextId = new AtomicInteger(firstId);
    }

    /** An id from 0 to 2^31-1, in turn; -1 means the connection itself and is never given. */
    int nextId() {
        return nextId.getAndIncrement() & Integer.MAX_VALUE;
    }

    /** An id that no call in flight has. */
    int nextFreeId() {
        int id = nextId();
        while (calls.containsKey(id)) {
            id = nextId();
        }
        return id;
    }

    boolean contains(int id) {
        return calls.containsKey(id);
    }

    void add(Call call) {
        calls.put(call.id, call);
    }

    @Nullable Call remove(int id) {
        return calls.remove(id);
    }

    int size() {
        return calls.size();
    }

    /** Takes all calls out. */
    List<Call> drain() {
        List<Call> all = new ArrayList<>(calls.values());
        calls.clear();
        return all;
    }
}
