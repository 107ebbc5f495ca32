package io.sluice;

/** The cluster could not be found: no registry answered. The message names each address tried. */
public class RegistryUnavailableException extends HBaseIOException {

    /** Makes one with this message. */
    public RegistryUnavailableException(String message) {
        super(message);
    }

    /** Makes one with this message and cause. */
    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
