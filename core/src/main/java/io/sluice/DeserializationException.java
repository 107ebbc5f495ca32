package io.sluice;

/** Bytes are not what they should be, for example an attribute that a program has set by its name. */
public final class DeserializationException extends Exception {

    DeserializationException(String message) {
        super(message);
    }
}
