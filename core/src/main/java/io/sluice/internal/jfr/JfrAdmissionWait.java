package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A thread of the program that waited in {@code mutate}; the stack trace says where it called. */
@Name("sluice.AdmissionWait")
@Label("Admission Wait")
@Category("Sluice")
@Description("A thread waited in mutate(): for room in the budget, for a region's or server's share, or for the clock")
public final class JfrAdmissionWait extends Event {
    @Label("Table")
    String table = "";

    @Label("Waited For")
    @Description("budget, share or clock")
    String waitedFor = "";

    @Label("Bytes")
    @Description("Of the mutation, as the budget counts it; 0 if that was not what it waited for")
    @DataAmount
    long bytes;

    @Label("Used")
    @Description("What all mutators of the connection held at the end of the wait")
    @DataAmount
    long used;

    @Label("Limit")
    @Description("What they may hold")
    @DataAmount
    long limit;

    @Label("Admitted")
    @Description("Whether the wait ended well; if not, mutate() fails")
    boolean admitted;

    JfrAdmissionWait() {}

    /** The calling thread begins to wait. */
    public static JfrAdmissionWait begun(String table, String waitedFor, long bytes) {
        JfrAdmissionWait event = new JfrAdmissionWait();
        event.table = table;
        event.waitedFor = waitedFor;
        event.bytes = bytes;
        event.begin();
        return event;
    }

    /** It has ended its wait. */
    public void ended(boolean well, long usedBytes, long limitBytes) {
        end();
        if (shouldCommit()) {
            used = usedBytes;
            limit = limitBytes;
            admitted = well;
            commit();
        }
    }
}
