package io.sluice;

import java.util.Collections;
import java.util.EnumSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a user may do with a cell, for {@link Mutation#setACL(String, Permission)}. Immutable. It is HBase's permission
 * without a namespace or table, which the server does not look at in the list of a cell.
 */
public final class Permission {

    private final EnumSet<Action> actions;

    /** Permits these actions. */
    public Permission(Action... assigned) {
        actions = EnumSet.noneOf(Action.class);
        Collections.addAll(actions, assigned);
    }

    /**
     * Permits the actions with these codes, see {@link Action#code}.
     *
     * @throws IllegalArgumentException if no action has one of the codes
     */
    public Permission(byte[] actionCodes) {
        this(Action.of(actionCodes));
    }

    /** Starts a permission without actions. */
    public static Builder newBuilder() {
        return new Builder();
    }

    /** The permitted actions in the order of their constants. */
    public Action[] getActions() {
        return actions.toArray(new Action[0]);
    }

    /** Whether this action is permitted. */
    public boolean implies(Action action) {
        return actions.contains(action);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Permission that && actions.equals(that.actions);
    }

    @Override
    public int hashCode() {
        return actions.hashCode();
    }

    /** The permitted actions. */
    @Override
    public String toString() {
        return actions.stream().map(Action::name).collect(Collectors.joining(",", "[Permission: actions=", "]"));
    }

    /** An action that can be permitted. Of a cell the server checks {@link #READ} and {@link #WRITE}. */
    public enum Action {
        /** Reading the cell. */
        READ('R'),
        /** Changing and deleting the cell. */
        WRITE('W'),
        /** Calling a coprocessor. */
        EXEC('X'),
        /** Creating and changing tables. */
        CREATE('C'),
        /** Administration. */
        ADMIN('A');

        private final byte code;

        Action(char code) {
            this.code = (byte) code;
        }

        /** The letter that stands for it: R, W, X, C or A. */
        public byte code() {
            return code;
        }

        private static Action[] of(byte[] codes) {
            Action[] actions = new Action[codes.length];
            for (int i = 0; i < codes.length; i++) {
                actions[i] = of(codes[i]);
            }
            return actions;
        }

        private static Action of(byte code) {
            for (Action action : values()) {
                if (action.code == code) {
                    return action;
                }
            }
            throw new IllegalArgumentException(
                    "no action has the code " + Excerpt.of(new byte[] {code}) + "; there are R, W, X, C and A");
        }
    }

    /** Collects actions. Not thread-safe. */
    public static final class Builder {

        private final EnumSet<Action> actions = EnumSet.noneOf(Action.class);

        private Builder() {}

        /** Permits these actions, too. */
        public Builder withActions(Action... more) {
            Collections.addAll(actions, more);
            return this;
        }

        /**
         * Permits the actions with these codes, too.
         *
         * @throws IllegalArgumentException if no action has one of the codes
         */
        public Builder withActionCodes(byte[] actionCodes) {
            return withActions(Action.of(actionCodes));
        }

        /** The permission. */
        public Permission build() {
            return new Permission(actions.toArray(new Action[0]));
        }
    }
}
