"""Questions about anything, each with a text that answers it: what an embedding model makes of ordinary words."""

SAMPLE_PAIRS = (
    ("How long do I boil an egg?", "After four minutes in boiling water an egg is soft, after ten it is hard."),
    ("Why do leaves change colour?", "In autumn trees lose their green, and yellow pigments show in the foliage."),
    ("Who painted the ceiling of the Sistine Chapel?", "Michelangelo worked on the frescoes of the vault until 1512."),
    ("What should I do about a flat tyre?", "Loosen the nuts, lift the car with the jack, and put the spare wheel on."),
    ("How is paper made?", "Wood is pulped, the fibres are spread on a sieve, pressed and dried into sheets."),
    ("Are whales fish?", "Whales are mammals: they breathe air and suckle their young."),
    ("What caused the fall of the empire?", "Debts and pressure on its borders led to the collapse of Rome."),
    ("How can I sleep better?", "A dark, cool room without screens helps most people to fall asleep."),
    ("Why is the train late so often?", "Most delays come from a single track where trains wait for each other."),
    ("What do critics say about the film?", "Reviewers praised the acting, and found the plot slow and its end weak."),
    ("Does exercise help against stress?", "People who run or swim three times a week report less tension and worry."),
    ("How did the company lose its customers?", "After prices rose, half of the subscribers left for a competitor."),
)  # fmt: skip
