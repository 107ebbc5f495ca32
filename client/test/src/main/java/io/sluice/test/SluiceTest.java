package io.sluice.test;

import io.sluice.testserver.TestCluster;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit 5 or 6 test class, or one test, that writes to region servers in its own JVM. Each test gets a cluster of its own,
 * which is ready in milliseconds and gone after the test. Parameters of tests and of {@code @BeforeEach} and
 * {@code @AfterEach} methods may be:
 *
 * <ul>
 *   <li>{@link TestCluster}: injects faults, and shows what was written
 *   <li>{@link io.sluice.client.AsyncConnection} or {@link io.sluice.client.Connection}: a connection to it, opened for the
 *       first such parameter
 *   <li>{@link io.sluice.Configuration}: for a program that opens its own connection. Each parameter gets a new one
 * </ul>
 *
 * <pre>{@code
 * @SluiceTest(tables = "orders")
 * class OrderWriterTest {
 *     @Test
 *     void write_serverIsBusyOnce_isWrittenAllTheSame(AsyncConnection connection, TestCluster cluster) {
 *         cluster.server(0).script().next(Method.MULTI).fail(RemoteError.tooBusy());
 *
 *         new OrderWriter(connection).write("17", "shipped");
 *
 *         assertThat(cluster.value("orders", "17", "f", "state")).isEqualTo(Bytes.toBytes("shipped"));
 *     }
 * }
 * }</pre>
 *
 * <p>After the test the connection is closed, within {@link #closeSeconds}. The test fails if a server received something
 * that HBase would not understand ({@link TestCluster#violations}).
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(SluiceExtension.class)
public @interface SluiceTest {
    /** How many region servers there are, at least 1. */
    int servers() default 1;

    /** Tables that exist, each with one region, in which every family exists. For others use {@link TestCluster}. */
    String[] tables() default {};

    /**
     * How long, in seconds, the close of the connection after the test waits for mutations without an answer; 0 not to
     * wait. Their futures and callbacks then fail.
     */
    int closeSeconds() default 2;
}
