/**
 * The client against a real HBase in another JVM, by its public interface only; what it wrote is read back by HBase's own
 * client. Depends on {@code io.sluice}, {@code io.sluice.client} and {@code io.sluice.embedded}.
 */
@NullMarked
package io.sluice.client.it;

import org.jspecify.annotations.NullMarked;
