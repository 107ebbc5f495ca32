package io.sluice.hbase;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Passes calls on to an HBase object, except for those that a subclass answers. This is a proxy and does not implement
 * the interface, so that it also passes on methods that only other versions of HBase have.
 */
abstract class Passing implements InvocationHandler {
    /** The answer to a call that is to be passed on. */
    static final Object PASS_ON = new Object();

    private final Object theirs;

    Passing(Object theirs) {
        this.theirs = theirs;
    }

    /** Returns an object with this interface whose calls are handled here. */
    final <T> T as(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(Passing.class.getClassLoader(), new Class<?>[] {type}, this));
    }

    /** Returns the result of a call, or {@link #PASS_ON}. */
    abstract @Nullable Object answer(String method, Object[] arguments) throws Throwable;

    @Override
    public final @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        Object answer = answer(method.getName(), arguments);
        if (answer != PASS_ON) {
            return answer;
        }
        try {
            Object passed = method.invoke(theirs, arguments);
            // A builder returns itself.
            return passed == theirs ? proxy : passed;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
