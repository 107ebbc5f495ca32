package io.sluice.loader;

import io.sluice.connectors.Version;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}. */
public final class SluiceVersion implements IVersionProvider {
    /** Called by picocli. */
    public SluiceVersion() {}

    @Override
    public String[] getVersion() {
        return new String[] {"sluice " + Version.TEXT};
    }
}
