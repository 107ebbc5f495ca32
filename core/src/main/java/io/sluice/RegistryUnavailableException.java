package io.sluice;

/** The cluster could not be found: no registry answered. The message names each address tried. */
public class RegistryUnavailableException extends HBaseIOException {

    /** Creates an exception with this message. */
    public RegistryUnavailableException(String message) {
        super(message);
    }

    /** Creates an exception with this message and cause. */
    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
