package io.sluice.testserver;

import java.util.function.Predicate;

/**
 * Selected calls of a script whose fault has yet to be set: {@code script.next(Method.MULTI).when(...).play(fault)}.
 * Has no effect before {@link #play}.
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

    /** Selects only calls for which this is true; the others are not counted. Evaluated on the server's thread. */
    public Step when(Predicate<Exchange> wanted) {
        condition = condition.and(wanted);
        return this;
    }

    /** Appends the step to its script. */
    public Script play(Fault fault) {
        return script.add(new Script.Rule(method, condition, times, fault));
    }

    /** Fails the call as a whole, without executing it. */
    public Script fail(RemoteError error) {
        return play(Faults.fail(error));
    }

    /** Executes the parts that are not refused, and reports which were. */
    public Script refuse(Refusal refusal) {
        return play(Faults.refuse(refusal));
    }
}
