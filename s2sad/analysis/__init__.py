"""Facts about a Wengert list: kinds, activity, liveness. Nothing is changed here."""
