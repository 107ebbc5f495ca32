/**
 * Programs that show the client at work; the main one is {@link io.sluice.examples.Ingest}, which loads rows of a file
 * into a table and counts them with HBase's own client afterwards.
 *
 * <p>Depends on the public packages of the client, on the loader, on the embedded server, on picocli and on FastCSV; on
 * no class of HBase or Hadoop.
 */
@NullMarked
package io.sluice.examples;

import org.jspecify.annotations.NullMarked;
