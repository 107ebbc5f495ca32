package io.sluice.testserver;

import java.util.function.Predicate;

/**
 * Calls of a script for which the fault is still to be said: {@code script.next(Method.MULTI).when(...).play(fault)}. Has
 * no effect before {@link #play}.
 */
public final class Step {
    private final Script script;
    private final Method method;
    private final long times;
    private Predicate<Exchange> condition = exchange -> true;

    Step(Script script, Method method, long times) {
        this.script = script;
        this.method = method;
        this.times = times;
    }

    /** Only calls for which this holds; the others are not counted. Asked on the server's thread. */
    public Step when(Predicate<Exchange> wanted) {
        condition = condition.and(wanted);
        return this;
    }

    /** Adds the step to its script, behind those that are there. */
    public Script play(Fault fault) {
        return script.add(new Script.Rule(method, condition, times, fault));
    }

    /** Fails the call as a whole, not carried out. */
    public Script fail(RemoteError error) {
        return play(Faults.fail(error));
    }

    /** Carries out what is not refused, and says which was. */
    public Script refuse(Refusal refusal) {
        return play(Faults.refuse(refusal));
    }
}
