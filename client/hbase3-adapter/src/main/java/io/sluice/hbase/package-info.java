/**
 * The connection of HBase 3 over Sluice, the counterpart of that for HBase 2 in {@code sluice-hbase-adapter}. Uses that
 * artifact, whose package it shares, and {@code hbase-client} 3, which the program provides.
 */
@NullMarked
package io.sluice.hbase;

import org.jspecify.annotations.NullMarked;
