/**
 * The code that runs in the child JVM: the server, the stock client and the loop that answers the parent's commands.
 *
 * <p>The only package that may use the classes of HBase and Hadoop. The parent refers to it only by the name of its
 * main class.
 */
@NullMarked
package io.sluice.embedded.child;

import org.jspecify.annotations.NullMarked;
