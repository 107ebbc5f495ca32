package io.sluice;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something with named values that are sent to the server with it. */
public interface Attributes {

    /**
     * Sets an attribute.
     *
     * @param value the value; null removes the attribute
     * @return this
     */
    Attributes setAttribute(String name, byte @Nullable [] value);

    /** The value of an attribute, which must not be changed; null if it is not set. */
    byte @Nullable [] getAttribute(String name);

    /** All attributes; empty if there are none. Cannot be changed. */
    Map<String, byte[]> getAttributesMap();
}
