package io.sluice.testserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The faults that a server will play. Each call plays the first step that matches it and has repetitions left; a call
 * without a step is executed and answered. Thread-safe, even while calls arrive.
 */
public final class Script {
    private static final long ALWAYS = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<Rule> rules = new ArrayList<>();

    @GuardedBy("lock") private long played;

    Script() {}

    /** A step with its remaining repetitions. */
    static final class Rule {
        private final Method method;
        private final Predicate<Exchange> condition;
        private final Fault fault;
        private long left;

        Rule(Method method, Predicate<Exchange> condition, long times, Fault fault) {
            this.method = method;
            this.condition = condition;
            this.left = times;
            this.fault = fault;
        }
    }

    /** The next call of this kind. */
    public Step next(Method method) {
        return next(method, 1);
    }

    /** The next calls of this kind. */
    public Step next(Method method, int times) {
        return new Step(this, method, times);
    }

    /** All calls of this kind from now on. */
    public Step always(Method method) {
        return new Step(this, method, ALWAYS);
    }

    Script add(Rule rule) {
        lock.lock();
        try {
            rules.add(rule);
        } finally {
            lock.unlock();
        }
        return this;
    }

    /** Removes all steps. */
    public void clear() {
        lock.lock();
        try {
            rules.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Number of calls that have played a step: a test whose fault was never played has proved nothing. */
    public long played() {
        lock.lock();
        try {
            return played;
        } finally {
            lock.unlock();
        }
    }

    /** The fault for a call, which is counted; null if there is none. */
    @Nullable Fault take(Exchange exchange) {
        lock.lock();
        try {
            for (Iterator<Rule> all = rules.iterator(); all.hasNext(); ) {
                Rule rule = all.next();
                if (rule.method.includes(exchange.method()) && rule.condition.test(exchange)) {
                    if (rule.left != ALWAYS && --rule.left == 0) {
                        all.remove();
                    }
                    played++;
                    return rule.fault;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
