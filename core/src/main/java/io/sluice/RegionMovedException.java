package io.sluice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The region moved to another server, which the old one names. */
public class RegionMovedException extends NotServingRegionException {

    /** Bounded digits, so that no text can overflow a number. */
    private static final Pattern TEXT = Pattern.compile(
            "hostname=([^\\s,]{1,255}) port=(\\d{1,5}) startCode=(\\d{1,18})\\. As of locationSeqNum=(-?\\d{1,18})\\.");

    private final ServerName serverName;
    private final long locationSeqNum;

    /**
     * Creates an exception.
     *
     * @param serverName where the region is now
     * @param locationSeqNum the region's sequence number there; a location with a higher one is newer
     */
    public RegionMovedException(ServerName serverName, long locationSeqNum) {
        super("Region moved to: hostname=" + serverName.getHostname() + " port=" + serverName.getPort() + " startCode="
                + serverName.getStartcode() + ". As of locationSeqNum=" + locationSeqNum + ".");
        this.serverName = serverName;
        this.locationSeqNum = locationSeqNum;
    }

    /**
     * Reads the text of HBase's exception of this name, which may be anywhere in {@code text}: {@code Region moved to:
     * hostname=H port=P startCode=S. As of locationSeqNum=N.}
     *
     * @return null if the text does not contain the new location
     */
    public static @Nullable RegionMovedException parse(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.find()) {
            return null;
        }
        int port = Integer.parseInt(found.group(2));
        if (port > ServerName.MAX_PORT) {
            return null;
        }
        ServerName server = ServerName.valueOf(found.group(1), port, Long.parseLong(found.group(3)));
        return new RegionMovedException(server, Long.parseLong(found.group(4)));
    }

    /** Where the region is now. */
    public ServerName getServerName() {
        return serverName;
    }

    /** The host of the server the region is on now. */
    public String getHostname() {
        return serverName.getHostname();
    }

    /** The port of the server the region is on now. */
    public int getPort() {
        return serverName.getPort();
    }

    /** The region's sequence number there. */
    public long getLocationSeqNum() {
        return locationSeqNum;
    }
}
