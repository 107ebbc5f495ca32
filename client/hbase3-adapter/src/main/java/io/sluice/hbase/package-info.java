/**
 * The connection of HBase 3 over Sluice: what {@code sluice-hbase-adapter} has for HBase 2. Uses that artifact, in whose
 * package it is, and {@code hbase-client} 3, which the program brings.
 */
@NullMarked
package io.sluice.hbase;

import org.jspecify.annotations.NullMarked;
