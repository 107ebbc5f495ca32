package io.sluice.bench.connectioncycle;

import com.mongodb.internal.connection.ConcurrentPool;
import com.mongodb.internal.connection.ConcurrentPool.ItemFactory;
import java.util.ArrayList;
import java.util.List;

/** The pool on which MongoDB's connection pool is based; the methods called here are the same in all its versions. */
final class MongoPool implements CyclePool<Object> {
    private final ConcurrentPool<Object> pool;

    MongoPool(int max) {
        pool = new ConcurrentPool<>(max, new Objects());
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < max; i++) {
            all.add(pool.get());
        }
        all.forEach(pool::release);
    }

    @Override
    public Object acquire() {
        return pool.get();
    }

    @Override
    public void release(Object lease) {
        pool.release(lease);
    }

    /** Creates items for old and new versions. Pruning, whose signature also differs, is not used here. */
    private static final class Objects implements ItemFactory<Object> {
        @Override
        public Object create() {
            return new Object();
        }

        /** The signature of 4.2. */
        @SuppressWarnings({"unused", "EffectivelyPrivate"}) // The pool of 4.2 calls it, by its interface.
        public Object create(boolean initialize) {
            return new Object();
        }

        @Override
        public void close(Object item) {}

        @Override
        public boolean shouldPrune(Object item) {
            return false;
        }
    }
}
