/**
 * What runs in the child JVM: the server, the stock client and the loop that answers the parent's commands.
 *
 * <p>The only package that may use the classes of HBase and Hadoop. Nothing of the parent refers to it except by the
 * name of its main class.
 */
@NullMarked
package io.sluice.embedded.child;

import org.jspecify.annotations.NullMarked;
